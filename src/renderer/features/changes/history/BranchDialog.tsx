import { useState } from 'react'
import type { ChangePlaceId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

type BranchDialogProps = {
  readonly api: Data
  readonly placeId: ChangePlaceId
  readonly onClose: () => void
  /** Called when another branch is checked out. */
  readonly onSwitched: () => void
}

/** Lists the branches, switches to one, or creates one with the typed name. */
export function BranchDialog({ api, placeId, onClose, onSwitched }: BranchDialogProps) {
  const t = useText()
  const say = useProblemWords()
  const dateText = useDateText()
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const list = useQuery('changes.branches', { placeId })
  const name = words.trim()
  const branches = (list.data?.branches ?? []).filter((branch) => branch.name.includes(name))
  const isNew = name !== '' && !branches.some((branch) => branch.name === name)
  const go = (to: string, create: boolean) => {
    setBusy(true)
    setProblem(null)
    api
      .command('changes.switch', { placeId, name: to, create })
      .then(() => {
        onSwitched()
        onClose()
      })
      .catch((error: unknown) => setProblem(say(problemOf(error))))
      .finally(() => setBusy(false))
  }
  return (
    <Dialog open title={t('changes.branches')} hint={t('changes.branchesHint')} onClose={onClose}>
      <div className="grid min-h-0 gap-2 overflow-hidden px-5 pb-4">
        <TextInput
          aria-label={t('changes.branchName')}
          placeholder={t('changes.branchName')}
          value={words}
          onText={setWords}
          autoFocus
        />
        <div aria-live="polite" className="empty:hidden">
          {problem === null && list.problem === null ? null : (
            <FieldError>{problem ?? list.problem}</FieldError>
          )}
        </div>
        {isNew ? (
          <Button disabled={busy} onClick={() => go(name, true)}>
            {t('changes.createBranch', { name })}
          </Button>
        ) : null}
        <ul aria-label={t('changes.branches')} className="grid max-h-80 content-start overflow-auto">
          {branches.map((branch) => (
            <li key={branch.name}>
              <button
                type="button"
                disabled={busy || branch.isElsewhere || branch.name === list.data?.current}
                aria-current={branch.name === list.data?.current}
                onClick={() => go(branch.name, false)}
                className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm enabled:hover:bg-hover disabled:text-fg-3"
              >
                <span className="min-w-0 grow truncate">
                  <ForeignText text={branch.name} />
                </span>
                <span className="figures text-fg-3 text-xs">
                  {branch.name === list.data?.current
                    ? t('changes.currentBranch')
                    : branch.isElsewhere
                      ? t('changes.branchElsewhere')
                      : dateText(branch.at)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
