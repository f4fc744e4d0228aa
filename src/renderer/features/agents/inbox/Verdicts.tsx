import { type MouseEvent, useId } from 'react'
import type { Remember } from '#shared/permission/rule.ts'
import { ANSWER_KEYS, type KeyAnswer } from '../../../approvals/answer-keys.ts'
import { useUnread } from '../../../approvals/unread.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { keyShortcut } from '../../../ui/base/command-key.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Menu } from '../../../ui/controls/Menu.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { EXPIRIES, type Expiry, expiryOf } from './expiry.ts'
import type { Lock } from './lock.ts'

/** A lasting answer, with the scope chosen next to it. */
export type Allowance = Omit<Remember, 'expiresAt'>

export type VerdictsProps = {
  /** Whether the keys answer here, and are shown. */
  readonly keyed: boolean
  /** Why it cannot be allowed yet. */
  readonly lock: Lock | null
  /** Whether an answer can hold for longer than this once. */
  readonly canLast: boolean
  /** The folders an answer can be given for. */
  readonly folders: readonly string[]
  readonly expiry: Expiry
  readonly onExpiry: (expiry: Expiry) => void
  readonly onAllow: (allowance: Allowance) => void
  readonly onDeny: () => void
}

/** The four answers to a request with their keys, and how far and how long the lasting ones go. */
export function Verdicts({ keyed, lock, canLast, onAllow, onDeny, ...lasts }: VerdictsProps) {
  const t = useText()
  const why = useId()
  const isUnread = useUnread()
  const allow = (scope: Remember['scope']) => (event: MouseEvent) => {
    if (!isUnread(event)) onAllow({ scope })
  }
  const shortcut = (answer: KeyAnswer) =>
    keyed ? { 'aria-keyshortcuts': keyShortcut(ANSWER_KEYS[answer]) } : {}
  const locked = lock === null ? null : t(`chat.${lock}`)
  const off = (reason: string | null) =>
    reason === null ? {} : { disabled: true, title: reason, 'aria-describedby': why }
  const reason = locked ?? (canLast ? null : t('chat.onlyOnce'))
  const lasting = off(reason)
  return (
    <>
      {reason === null ? null : (
        <p id={why} className="text-fg-3 text-xs">
          {reason}
        </p>
      )}
      <div className="answers-guard flex flex-wrap gap-2 [&>*]:grow">
        <Button look="primary" {...off(locked)} {...shortcut('once')} onClick={allow('once')}>
          {t('chat.allowOnce')} {keyed ? <Kbd keys={ANSWER_KEYS.once} onInk /> : null}
        </Button>
        <Button {...lasting} {...shortcut('session')} onClick={allow('session')}>
          {t('chat.allowSession')} {keyed && canLast ? <Kbd keys={ANSWER_KEYS.session} /> : null}
        </Button>
        <Button {...lasting} {...shortcut('project')} onClick={allow('project')}>
          {t('chat.allowProject')} {keyed && canLast ? <Kbd keys={ANSWER_KEYS.project} /> : null}
        </Button>
        <Button look="danger" {...shortcut('deny')} onClick={(event) => isUnread(event) || onDeny()}>
          {t('chat.deny')} {keyed ? <Kbd keys={ANSWER_KEYS.deny} /> : null}
        </Button>
      </div>
      {canLast && lock === null ? <Lasting {...lasts} onAllow={onAllow} /> : null}
    </>
  )
}

type LastingProps = Omit<VerdictsProps, 'keyed' | 'lock' | 'canLast' | 'onDeny'>

function Lasting({ folders, expiry, onExpiry, onAllow }: LastingProps) {
  const t = useText()
  const options = EXPIRIES.map(({ id }) => ({ value: id, label: t(`agents.expiry.${id}`) }))
  return (
    <div className="flex flex-wrap items-center gap-1 text-fg-3 text-xs">
      <span>{t('agents.lasts')}</span>
      <Select
        look="pick"
        label={t('agents.expiry')}
        value={expiry}
        groups={[{ title: null, options }]}
        onChange={(value) => onExpiry(expiryOf(value))}
      />
      <span className="grow" />
      {folders.length === 0 ? null : (
        <Menu
          trigger={
            <Button size="small" look="ghost" aria-keyshortcuts={keyShortcut(['Mod', 'L'])} data-folders>
              {t('agents.allowFolder')}
            </Button>
          }
          items={folders.map((path) => ({
            kind: 'action',
            id: path,
            icon: 'folder',
            label: path,
            onSelect: () => onAllow({ scope: 'folder', path }),
          }))}
        />
      )}
    </div>
  )
}
