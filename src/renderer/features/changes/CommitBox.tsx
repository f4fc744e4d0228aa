import { useState } from 'react'
import type { ChangeList } from '#shared/changes/changes.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import { problemOf } from '../../api.ts'
import type { Data } from '../../data/data.ts'
import { useProblemWords, useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { FieldError } from '../../ui/controls/Field.tsx'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import type { ShowToast } from '../../ui/panes/Toast.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { HookOutput } from './HookOutput.tsx'
import { BranchDialog } from './history/BranchDialog.tsx'
import type { Acts } from './use-acts.ts'
import type { Draft } from './use-draft.ts'

type CommitBoxProps = {
  readonly api: Data
  readonly placeId: ChangePlaceId
  readonly toast: ShowToast
  /** Whether the branch cannot be switched, as in a worktree of a task. */
  readonly keepsBranch: boolean
  /** Called when another branch is checked out. */
  readonly onSwitched: () => void
  readonly list: ChangeList
  readonly acts: Acts
  readonly draft: Draft
  /** The message so far, which outlives the page. */
  readonly message: string
  readonly onMessage: (message: string) => void
}

/** The branch, its exchange with the remote, and the message of the next commit. */
export function CommitBox(props: CommitBoxProps) {
  const { list, acts, draft, message, onMessage } = props
  const [switching, setSwitching] = useState(false)
  const t = useText()
  const say = useProblemWords()
  const [amend, setAmend] = useState(false)
  const [busy, setBusy] = useState<'commit' | 'fetch' | 'pull' | 'push' | null>(null)
  const [failed, setProblem] = useState<string | null>(null)
  const [output, setOutput] = useState('')
  const { branch, ahead, behind, upstream, operation, commit } = list.repository
  const { staged } = list
  const problem = failed ?? draft.problem
  const run = (what: typeof busy, act: () => Promise<void>) => {
    setBusy(what)
    setProblem(null)
    draft.clear()
    act()
      .catch((error: unknown) => setProblem(say(problemOf(error))))
      .finally(() => setBusy(null))
  }
  const canCommit = list.canAct && busy === null && message.trim() !== '' && (staged > 0 || amend)
  const send = () => {
    if (!canCommit) return
    run('commit', async () => {
      setOutput((await acts.commit(message, amend)).messages)
      onMessage('')
      setAmend(false)
    })
  }
  const next = behind > 0 ? 'pull' : ahead > 0 || upstream === null ? 'push' : 'fetch'
  return (
    <section aria-label={t('changes.commitBox')} className="grid shrink-0 gap-2 border-line border-t p-4">
      <header className="flex min-w-0 items-center gap-2 text-sm">
        <Icon name="branch" size="s" />
        <button
          type="button"
          disabled={!list.canAct || busy !== null || props.keepsBranch}
          aria-label={t('changes.switchFrom', { branch: branch ?? t('changes.noBranch') })}
          onClick={() => setSwitching(true)}
          className="min-w-0 truncate rounded-sm px-1 font-semibold enabled:hover:bg-hover"
        >
          {branch === null ? (
            t('changes.detached', { commit: (commit ?? '').slice(0, 8) })
          ) : (
            <ForeignText text={branch} />
          )}
        </button>
        {switching ? (
          <BranchDialog
            api={props.api}
            placeId={props.placeId}
            toast={props.toast}
            onClose={() => setSwitching(false)}
            onSwitched={props.onSwitched}
          />
        ) : null}
        {operation === null ? null : (
          <span className="text-warn-fg text-xs">{t(`changes.in.${operation}`)}</span>
        )}
        <span className="grow" />
        {upstream === null ? null : (
          <span className="figures text-fg-3 text-xs">
            <span className="unseen">{t('changes.aheadBehind', { ahead, behind })}</span>
            <span aria-hidden="true">
              ↑ {ahead} ↓ {behind}
            </span>
          </span>
        )}
        <Button
          size="small"
          look="ghost"
          disabled={!list.canAct || busy !== null}
          onClick={() => run(next, () => acts.sync(next))}
        >
          {t(busy === next ? `changes.${next}ing` : `changes.${next}`)}
        </Button>
      </header>
      <TextArea
        aria-label={t('changes.message')}
        placeholder={t('changes.messageHint')}
        value={message}
        onText={onMessage}
        disabled={!list.canAct}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
            return
          event.preventDefault()
          send()
        }}
      />
      <div aria-live="polite" className="max-h-48 overflow-auto whitespace-pre-line empty:hidden">
        {problem === null ? null : <FieldError>{problem}</FieldError>}
      </div>
      {output === '' ? null : <HookOutput text={output} onDismiss={() => setOutput('')} />}
      {list.canAct ? null : <p className="text-fg-3 text-xs">{t('changes.untrusted')}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          className="grow"
          disabled={!canCommit}
          aria-keyshortcuts="Control+Enter"
          onClick={send}
        >
          {busy === 'commit' ? t('changes.committing') : t('changes.commit', { count: staged })}{' '}
          <Kbd keys={['Mod', 'Enter']} onInk={canCommit} />
        </Button>
        <Button
          icon={draft.isRunning ? 'stop' : 'bulb'}
          title={t('changes.draftTitle')}
          disabled={!draft.isRunning && (!list.canAct || busy !== null)}
          onClick={() => (draft.isRunning ? draft.stop() : draft.start(amend))}
        >
          {t(draft.isRunning ? 'changes.stopDraft' : 'changes.draft')}
        </Button>
        {commit === null ? null : (
          <Checkbox label={t('changes.amend')} checked={amend} onChange={setAmend} disabled={!list.canAct} />
        )}
      </div>
    </section>
  )
}
