import type { ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'

/** Services needed to create the session of a run. */
export type SessionMaking = {
  readonly sessions: Pick<Sessions, 'create' | 'get'>
  readonly defaultModel: () => ModelRef
}

/** The hidden session that holds a run's events. */
export async function openSession(
  deps: SessionMaking,
  run: { projectId: ProjectId; cwd: string; launcherSessionId: SessionId | null; name: string },
): Promise<SessionId> {
  const launcher = run.launcherSessionId
  return deps.sessions.create({
    projectId: run.projectId,
    cwd: run.cwd,
    model: launcher === null ? deps.defaultModel() : deps.sessions.get(launcher).meta.model,
    permissionMode: 'ask',
    title: run.name,
    place: {
      kind: 'workflow',
      mode: 'fresh',
      agentId: 'build',
      ...(launcher === null ? {} : { parentSessionId: launcher }),
    },
  })
}
