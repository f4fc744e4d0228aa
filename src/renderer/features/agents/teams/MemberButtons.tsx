import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { RequestId } from '#shared/ids.ts'
import type { Member } from '#shared/team/team.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useAgents } from '../agents-context.ts'
import { isAtWorkIn } from './member-state.ts'
import { useTeamScene } from './team-scene.ts'

export type MemberButtonsProps = {
  readonly member: Member
  readonly onTell: () => void
  readonly onAnswer: (requestId: RequestId) => void
}

/** What can be done about a teammate as it stands. */
export function MemberButtons({ member, onTell, onAnswer }: MemberButtonsProps) {
  const t = useText()
  const { api, app } = useAgents()
  const { view, runOf, moodOf, readOnly } = useTeamScene()
  const { name, sessionId, state } = member
  const run = runOf(member)
  const [ask] = run?.asks ?? []
  const ofMember = { teamId: view.team.id, name }
  if (readOnly) return run === null ? null : <OpenRun run={run} />
  return (
    <div className="flex flex-wrap gap-2">
      {ask === undefined ? null : (
        <Button size="small" look="primary" onClick={() => onAnswer(ask.requestId)}>
          {t('teams.answer')}
        </Button>
      )}
      {state === 'dead' ? (
        <Button size="small" onClick={() => app.attempt(api.call('team.revive', ofMember))}>
          {t('teams.revive')}
        </Button>
      ) : null}
      {moodOf(member) === 'paused' ? (
        <Button size="small" onClick={() => app.attempt(api.call('team.revive', ofMember))}>
          {t('teams.goOn')}
        </Button>
      ) : null}
      {run === null ? null : <OpenRun run={run} />}
      <Button size="small" onClick={onTell}>
        {t('teams.tell')}
      </Button>
      {state === 'active' ? (
        <Button size="small" onClick={() => app.attempt(api.call('team.shutdown', ofMember))}>
          {t('teams.askToStop')}
        </Button>
      ) : null}
      {isAtWorkIn(moodOf(member)) ? (
        <Button size="small" look="danger" onClick={() => app.attempt(api.call('agent.stop', { sessionId }))}>
          {t('teams.stop')}
        </Button>
      ) : null}
    </div>
  )
}

function OpenRun({ run }: { run: AgentRun }) {
  const t = useText()
  const { onAgent } = useAgents()
  return (
    <Button size="small" onClick={() => onAgent(run)}>
      {t('teams.open')}
    </Button>
  )
}
