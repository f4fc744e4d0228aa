import type { FileProblem } from '#shared/agent/file-problem.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { agentAbout } from '../../../ui/agent-about.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { Placeholder } from '../../../ui/Placeholder.tsx'
import { useApp } from '../agents-context.ts'
import type { AgentsView } from '../agents-view.ts'
import type { useDefinitions } from '../definitions/use-definitions.ts'
import { NavRow } from './NavRow.tsx'

type DefinitionListProps = {
  readonly asked: ReturnType<typeof useDefinitions>
  readonly view: AgentsView
  readonly onView: (view: AgentsView) => void
}

/** The agents and skills in force, where each comes from, and the files that cannot be used. */
export function DefinitionList({ asked, view, onView }: DefinitionListProps) {
  const t = useText()
  const { data, problem, ask } = asked
  if (problem !== null) return <Failure message={problem} onRetry={ask} />
  if (data === null) return <Placeholder rows={6} />
  const { agents, skills } = data
  return (
    <>
      <ul aria-label={t('agents.definitions')}>
        <Problems list={agents.problems} ofAgent {...{ view, onView }} />
        {agents.agents.map((agent) => (
          <NavRow
            key={agent.id}
            icon="agents"
            title={agent.name}
            about={agentAbout(agent, t)}
            end={t(`agents.source.${agent.source}`)}
            current={view.kind === 'definition' && view.id === agent.id}
            onClick={() => onView({ kind: 'definition', id: agent.id })}
          />
        ))}
      </ul>
      <FolderOff />
      <h3 className="px-2 pt-3 pb-1 font-semibold text-fg-2 text-sm">{t('agents.skills')}</h3>
      <ul aria-label={t('agents.skills')}>
        <Problems list={skills.problems} ofAgent={false} {...{ view, onView }} />
        {skills.skills.map(({ name, description, source }) => (
          <NavRow
            key={name}
            icon="book"
            title={name}
            about={description}
            end={t(`agents.source.${source}`)}
            current={view.kind === 'skill' && view.name === name}
            onClick={() => onView({ kind: 'skill', name })}
          />
        ))}
      </ul>
    </>
  )
}

/** Says why nothing of the open project stands here, where the person has chosen to keep it off. */
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
  return list.map((problem) => (
    <NavRow
      key={problem.file}
      bad
      icon="alert"
      title={problem.id ?? t('agents.fileProblem')}
      about={words(problem.message, problem.said)}
      end={t(`agents.source.${problem.source}`)}
      current={view.kind === 'problem' && view.problem.file === problem.file}
      onClick={() => onView({ kind: 'problem', problem, ofAgent })}
    />
  ))
}
