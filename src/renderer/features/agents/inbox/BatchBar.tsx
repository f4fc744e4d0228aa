import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { canLast, rulesOf } from './alike.ts'
import { DenyForm } from './DenyForm.tsx'
import type { Expiry } from './expiry.ts'
import type { Said } from './use-answers.ts'
import { type Allowance, Verdicts } from './Verdicts.tsx'

type BatchBarProps = {
  /** Two or more that are alike, each of them open below. */
  readonly items: readonly InboxItem[]
  readonly denying: boolean
  readonly expiry: Expiry
  readonly onExpiry: (expiry: Expiry) => void
  readonly onAllow: (allowance: Allowance) => void
  readonly onSay: (said: Said) => void
  readonly onDenying: (denying: boolean) => void
  readonly onClear: () => void
}

/** Requests that are alike need not be about one folder. */
const NO_FOLDERS: readonly string[] = []

/** One answer for several requests that are alike, and exactly the rules it would save. */
export function BatchBar({ items, denying, onSay, onDenying, onClear, ...lasts }: BatchBarProps) {
  const t = useText()
  const rules = rulesOf(items.map(({ ask }) => ask))
  return (
    <section
      aria-label={t('agents.batch')}
      className="sticky top-0 z-(--z-sticky) mb-2 grid gap-2 rounded-lg border border-accent-line bg-overlay px-3 py-2 shadow-pop"
    >
      <header className="flex items-center gap-2 text-sm">
        <b className="figures grow font-semibold">{t('agents.selected', { count: items.length })}</b>
        <Button size="small" look="ghost" aria-keyshortcuts="Escape" onClick={onClear}>
          {t('agents.clearSelection')}
        </Button>
      </header>
      {rules.length === 0 ? null : (
        <p className="break-words text-fg-3 text-xs">
          {t('agents.batchRules')}{' '}
          <span className="plain-code text-fg-2">
            <ForeignText text={rules.join(', ')} lines />
          </span>
        </p>
      )}
      {denying ? (
        <DenyForm
          onDeny={(value) => onSay({ outcome: 'denied', remember: { scope: 'once' }, value })}
          onCancel={() => onDenying(false)}
        />
      ) : (
        <Verdicts
          keyed
          lock={null}
          canLast={canLast(items)}
          folders={NO_FOLDERS}
          {...lasts}
          onDeny={() => onSay({ outcome: 'denied', remember: { scope: 'once' } })}
        />
      )}
    </section>
  )
}
