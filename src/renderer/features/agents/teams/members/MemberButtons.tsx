import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { RequestId } from '#shared/ids.ts'
import type { Member } from '#shared/team/team.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { PassingButton } from '../../../../ui/controls/PassingButton.tsx'
import { useAgents } from '../../agents-context.ts'
import { useTeamScene } from '../team-scene.ts'
import { isAtWorkIn } from './member-state.ts'

export type MemberButtonsProps = {
  readonly member: Member
  readonly onTell: () => void
  readonly onAnswer: (requestId: RequestId) => void
}

/** Shows the actions on a teammate in its current state. */
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
        <PassingButton size="small" look="primary" onClick={() => onAnswer(ask.requestId)}>
          {t('teams.answer')}
        </PassingButton>
      )}
      {state === 'dead' ? (
        <PassingButton size="small" onClick={() => app.attempt(api.command('team.revive', ofMember))}>
          {t('teams.revive')}
        </PassingButton>
      ) : null}
      {moodOf(member) === 'paused' ? (
        <PassingButton size="small" onClick={() => app.attempt(api.command('team.revive', ofMember))}>
          {t('teams.goOn')}
        </PassingButton>
      ) : null}
      {run === null ? null : <OpenRun run={run} />}
      <Button size="small" onClick={onTell}>
        {t('teams.tell')}
      </Button>
      {state === 'active' ? (
        <PassingButton size="small" onClick={() => app.attempt(api.command('team.shutdown', ofMember))}>
          {t('teams.askToStop')}
        </PassingButton>
      ) : null}
      {isAtWorkIn(moodOf(member)) ? (
        <PassingButton
          size="small"
          look="danger"
          onClick={() => app.attempt(api.command('agent.stop', { sessionId }))}
        >
          {t('teams.stop')}
        </PassingButton>
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
