import type { KeyboardEvent } from 'react'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { PERMISSION_MODES } from '#shared/permission/modes.ts'
import type { Member } from '#shared/team/team.ts'
import { useAgents } from '../../agents-context.ts'
import { memberNamed, useTeamScene } from '../team-scene.ts'
import { isAtWorkIn } from './member-state.ts'

/** The keys on a teammate: stop now, ask to stop, ask all who rest to stop, the next mode. */
export const MEMBER_KEYS = 'K S P M'

/** Returns the key actions on the focused teammate. Enter belongs to the button. */
export function useMemberKeys() {
  const { api, app } = useAgents()
  const { view, runOf, moodOf, readOnly } = useTeamScene()
  const teamId = view.team.id
  const askToStop = ({ name }: Member) => app.attempt(api.command('team.shutdown', { teamId, name }))
  const acts: Readonly<Record<string, (member: Member) => void>> = {
    k: (member) => {
      if (isAtWorkIn(moodOf(member))) app.attempt(api.command('agent.stop', { sessionId: member.sessionId }))
    },
    s: (member) => {
      if (member.state === 'active') askToStop(member)
    },
    p: () => {
      for (const each of view.members) if (moodOf(each) === 'resting') askToStop(each)
    },
    m: (member) => {
      const mode = nextMode(runOf(member)?.permissionMode ?? 'ask')
      app.attempt(api.command('team.setMode', { teamId, name: member.name, mode }))
    },
  }
  return (event: KeyboardEvent): void => {
    if (readOnly || event.altKey || event.ctrlKey || event.metaKey) return
    const name = event.target instanceof HTMLElement ? event.target.dataset['member'] : undefined
    const member = name === undefined ? null : memberNamed(view, name)
    const act = acts[event.key.toLowerCase()]
    if (member === null || act === undefined) return
    event.preventDefault()
    act(member)
  }
}

function nextMode(mode: PermissionMode): PermissionMode {
  return PERMISSION_MODES[(PERMISSION_MODES.indexOf(mode) + 1) % PERMISSION_MODES.length] ?? 'ask'
}
