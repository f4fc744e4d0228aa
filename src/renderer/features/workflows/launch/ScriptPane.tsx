import type { ScriptProblem } from '#shared/workflow/script-problem.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { ScriptArea } from './ScriptArea.tsx'
import type { Launch } from './use-launch.ts'

type ScriptPaneProps = {
  readonly launch: Launch
  /** Null: the script is only shown. */
  readonly onScript: ((script: string) => void) | null
  readonly onEditCopy: () => void
}

/** The script with what main says of it. */
export function ScriptPane({ launch, onScript, onEditCopy }: ScriptPaneProps) {
  const t = useText()
  const { script, checked } = launch
  const problems = checked.check?.problems ?? NO_PROBLEMS
  return (
    <section
      aria-label={t('workflows.launch.script')}
      data-pane
      className="flex min-h-40 min-w-0 flex-1 flex-col border-line border-t"
    >
      <div className="flex h-(--h-bar) shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
        <h3 className="pane-title font-semibold text-fg-2 text-sm">{t('workflows.launch.script')}</h3>
        <span className="figures text-fg-3 text-xs">
          {t('workflows.launch.lines', { count: script.trimEnd().split('\n').length })}
        </span>
        <span className="grow" />
        {onScript === null ? (
          <Button size="small" look="ghost" icon="edit" disabled={script === ''} onClick={onEditCopy}>
            {t('workflows.launch.editCopy')}
          </Button>
        ) : (
          <span role="status" className="flex items-center gap-1 text-fg-2 text-xs">
            {checked.check === null ? (
              t('workflows.launch.checking')
            ) : (
              <>
                <Mark state={problems.length === 0 ? 'done' : 'fail'} />
                {problems.length === 0
                  ? t('workflows.launch.noProblems')
                  : t('workflows.launch.problems', { count: problems.length })}
              </>
            )}
          </span>
        )}
      </div>
      <ScriptArea
        key={onScript === null ? 'read' : 'write'}
        text={script}
        editable={onScript !== null}
        problems={problems}
        {...(onScript === null ? {} : { onText: onScript })}
      />
      {onScript === null || problems.length === 0 ? null : <Problems problems={problems} />}
    </section>
  )
}

const NO_PROBLEMS: readonly ScriptProblem[] = []

function Problems({ problems }: { problems: readonly ScriptProblem[] }) {
  const t = useText()
  return (
    <ul className="max-h-24 shrink-0 overflow-y-auto border-line border-t px-4 py-2 text-bad-fg text-xs">
      {problems.map((problem) => (
        <li key={`${problem.line}:${problem.column}:${problem.message}`}>
          {t('workflows.launch.problemAt', { line: problem.line, message: problem.message })}
        </li>
      ))}
    </ul>
  )
}
