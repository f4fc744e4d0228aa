import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { CheckResult, CodeProblem } from '#shared/problems/problem.ts'
import { useQuery } from '../../data/use-query.ts'
import { useNoticeWords, useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { useDateText } from '../../ui/base/time.ts'
import { Failure } from '../../ui/panes/Failure.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { Block } from './review/ReviewBlock.tsx'

type ProblemsBlockProps = {
  readonly projectId: ProjectId
  /** The project, or the worktree that is reviewed. */
  readonly placeId: ChangePlaceId
  readonly onOpen: (problem: CodeProblem) => void
}

/** Problems that are drawn. */
const MOST_SHOWN = 100

/** The new problems that the checks of the project found after edits. Draws nothing where there are none. */
export function ProblemsBlock({ projectId, placeId, onOpen }: ProblemsBlockProps) {
  const t = useText()
  const dateText = useDateText()
  const { data: list, problem, reload } = useQuery('problems.list', { projectId, placeId })
  if (problem !== null) return <Failure message={problem} onRetry={reload} />
  if (list === null) return null
  const unfinished = list.results.filter(({ state }) => state !== 'done')
  const { problems } = list
  const count = problems.length + list.more
  if (count === 0 && unfinished.length === 0) return null
  const left = count - Math.min(problems.length, MOST_SHOWN)
  return (
    <Block title={t('changes.problems')} note={t('changes.problemCount', { count })}>
      <p className="text-fg-3 text-xs">
        {t('changes.problemsAt', { time: dateText(list.at) })}{' '}
        {list.folder === null ? null : (
          <ForeignText text={t('changes.problemsIn', { folder: list.folder })} />
        )}
      </p>
      {list.isOld ? <p className="text-sm text-warn-fg">{t('changes.problemsOld')}</p> : null}
      {unfinished.map((result) => (
        <CheckLine key={result.name} result={result} />
      ))}
      <ul className="-mx-2 grid gap-1">
        {problems.slice(0, MOST_SHOWN).map((each) => (
          <li key={`${each.path} ${each.line} ${each.column} ${each.code} ${each.message}`}>
            <ProblemRow problem={each} onOpen={() => onOpen(each)} />
          </li>
        ))}
      </ul>
      {left === 0 ? null : <p className="text-fg-3 text-xs">{t('changes.problemsMore', { count: left })}</p>}
    </Block>
  )
}

type ProblemRowProps = { readonly problem: CodeProblem; readonly onOpen: () => void }

function ProblemRow({ problem, onOpen }: ProblemRowProps) {
  const t = useText()
  const { path, line, severity, code, message } = problem
  return (
    <button type="button" onClick={onOpen} className="w-full rounded-md px-2 py-1 text-left hover:bg-hover">
      <span className="flex items-baseline gap-2">
        <span
          className={classNames(
            'shrink-0 font-medium text-xs',
            severity === 'error' ? 'text-bad-fg' : 'text-warn-fg',
          )}
        >
          {t(`changes.problem.${severity}`)}
        </span>
        <span className="plain-code min-w-0 truncate text-fg-3 text-xs">
          <ForeignText text={`${path}:${line}`} />
        </span>
      </span>
      <span className="line-clamp-3 text-sm">
        <ForeignText text={code === null ? message : `${message} (${code})`} prose />
      </span>
    </button>
  )
}

/** A check that found nothing because it did not end as it should. */
function CheckLine({ result }: { readonly result: CheckResult }) {
  const t = useText()
  const words = useNoticeWords()
  const { name, state, detail, said } = result
  if (state === 'done') return null
  const why = said.length === 0 ? detail : words(detail, said)
  return (
    <p className="text-sm text-warn-fg">
      <ForeignText text={t(`changes.check.${state}`, { command: name, detail: why })} prose />
    </p>
  )
}
