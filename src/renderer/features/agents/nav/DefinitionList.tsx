import type { FileProblem } from '#shared/agent/file-problem.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import type { AgentsView } from '../../../store/agents/agent-pages-store.ts'
import { skillAbout } from '../../../ui/names/skill-about.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { useApp } from '../agents-context.ts'
import { fileName } from '../definitions/file-name.ts'
import type { useDefinitions } from '../definitions/use-definitions.ts'
import { AgentRows, LostRows, Unsaved } from './AgentRows.tsx'
import { NavRow } from './NavRow.tsx'
import { useUnsaved } from './use-unsaved.ts'

type DefinitionListProps = {
  readonly asked: ReturnType<typeof useDefinitions>
  readonly view: AgentsView
  readonly onView: (view: AgentsView) => void
}

/** The agents and skills in force, where each comes from, and the files that cannot be used. */
export function DefinitionList({ asked, view, onView }: DefinitionListProps) {
  const t = useText()
  const { data, problem, reload } = asked
  if (problem !== null) return <Failure message={problem} onRetry={reload} />
  if (data === null) return <Placeholder rows={6} />
  const { agents, skills } = data
  return (
    <>
      <ul aria-label={t('agents.definitions')}>
        <Problems list={agents.problems} ofAgent view={view} onView={onView} />
        <LostRows known={agents} view={view} onView={onView} />
        <AgentRows
          agents={agents.agents.filter(({ mode }) => mode !== 'hidden')}
          view={view}
          onView={onView}
        />
      </ul>
      <FolderOff />
      <h4 className="px-2 pt-2 pb-0.5 text-fg-3 text-xs">{t('agents.definitions.ofApp')}</h4>
      <ul aria-label={t('agents.definitions.ofApp')}>
        <AgentRows
          agents={agents.agents.filter(({ mode }) => mode === 'hidden')}
          view={view}
          onView={onView}
        />
      </ul>
      <h3 className="px-2 pt-3 pb-1 font-semibold text-fg-2 text-sm">{t('agents.skills')}</h3>
      <ul aria-label={t('agents.skills')}>
        <Problems list={skills.problems} ofAgent={false} view={view} onView={onView} />
        {skills.skills.map((skill) => (
          <NavRow
            key={skill.name}
            icon="book"
            title={skill.name}
            about={skillAbout(skill, t)}
            end={t(`agents.source.${skill.source}`)}
            current={view.kind === 'skill' && view.name === skill.name}
            onClick={() => onView({ kind: 'skill', name: skill.name })}
          />
        ))}
      </ul>
    </>
  )
}

/** Shows why definitions of the open project are missing, if the person disabled them. */
function FolderOff() {
  const t = useText()
  const project = useApp((state) => state.projects.find(({ id }) => id === state.openProject))
  if (project === undefined || !project.carriesCode || project.trusted !== false) return null
  return <p className="px-2 py-1 text-fg-3 text-xs">{t('agents.definitions.off', { name: project.name })}</p>
}

type ProblemsProps = Pick<DefinitionListProps, 'view' | 'onView'> & {
  readonly list: readonly FileProblem[]
  readonly ofAgent: boolean
}

function Problems({ list, ofAgent, view, onView }: ProblemsProps) {
  const t = useText()
  const words = useNoticeWords()
  const unsaved = useUnsaved()
  const isUnsaved = ({ source, id }: FileProblem) => ofAgent && id !== null && unsaved.has({ source, id })
  return list.map((problem) => (
    <NavRow
      key={`${problem.file}: ${problem.message}`}
      bad
      icon="alert"
      title={problem.id ?? fileName(problem)}
      about={words(problem.message, problem.said)}
      end={isUnsaved(problem) ? <Unsaved /> : t(`agents.source.${problem.source}`)}
      current={view.kind === 'problem' && isSame(view.problem, problem)}
      onClick={() => onView({ kind: 'problem', problem, ofAgent })}
    />
  ))
}

/** Whether two problems are one. A settings file can have several. */
const isSame = (left: FileProblem, right: FileProblem): boolean =>
  left.file === right.file && (left.id !== null || left.message === right.message)
