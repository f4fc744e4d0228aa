import { createContext, useContext } from 'react'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Card } from '#shared/team/card.ts'
import { isSameName } from '#shared/team/member-name.ts'
import type { Member, TeamView } from '#shared/team/team.ts'
import { type MemberMood, moodOf } from './members/member-state.ts'

/** One team as its page draws it. */
export type TeamScene = {
  readonly view: TeamView
  /** It was dissolved: everything can be read and nothing changed. */
  readonly readOnly: boolean
  readonly runOf: (member: Member) => AgentRun | null
  readonly moodOf: (member: Member) => MemberMood
}

const SceneContext = createContext<TeamScene | null>(null)

export const TeamSceneProvider = SceneContext.Provider

/** The team in view, for everything on its page. */
export function useTeamScene(): TeamScene {
  const scene = useContext(SceneContext)
  if (scene === null) throw new Error('A part of a team stands outside its page.')
  return scene
}

/** Puts together what is kept of a team and what its runs do. */
export function sceneOf(view: TeamView, runs: ReadonlyMap<Member['sessionId'], AgentRun>): TeamScene {
  const runOf = ({ sessionId }: Member) => runs.get(sessionId) ?? null
  return {
    view,
    readOnly: view.team.endedAt !== null,
    runOf,
    moodOf: (member) => moodOf(member, runOf(member)),
  }
}

/** Returns a teammate by name; null for the lead, the person and unknown names. */
export function memberNamed({ members }: TeamView, name: string): Member | null {
  return members.find((member) => isSameName(member.name, name)) ?? null
}

/** Returns the current card of a teammate; null for none. */
export function cardOf({ cards }: TeamView, name: string): Card | null {
  const isTheirs = ({ owner, status }: Card) =>
    status === 'in_progress' && owner !== null && isSameName(owner, name)
  return cards.find(isTheirs) ?? null
}
