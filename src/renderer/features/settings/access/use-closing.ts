import { useMemo } from 'react'
import type { AccessEntry, AccessKind } from '#shared/access/access.ts'
import { ProjectId, SessionId, TerminalId, TriggerId } from '#shared/ids.ts'
import { JobId } from '#shared/process/job.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { SettingsProps } from '../settings-props.ts'

/** Kinds that close with something else: the socket with the app, the listener with its last trigger. */
const CLOSE_WITH_OTHERS: ReadonlySet<AccessKind> = new Set(['socket', 'webhooks'])

/** Returns the ways to close entries of the list. Each is the act of the settings that opened it, in reverse. */
export function useClosing({ api, app, toast }: SettingsProps, reload: () => void) {
  const t = useText()
  return useMemo(() => {
    /** Resolves to false where a program still runs in a terminal. */
    const closing = async ({ kind, id, name, projectId }: AccessEntry): Promise<boolean> => {
      switch (kind) {
        case 'project':
          await api.command('project.trust', { projectId: ProjectId.parse(id), trusted: false })
          await app.loadProjects()
          return true
        case 'server':
          if (projectId !== null)
            await api.command('problems.turnServer', { projectId, id: name, digest: null })
          return true
        case 'mcp':
          await api.command('mcp.turn', { projectId, key: id, on: false })
          return true
        case 'plugin':
          await api.command('plugins.turn', { name: id, on: false })
          return true
        case 'hook':
          await api.command('hooks.turn', { key: id, on: false })
          return true
        case 'trigger':
          await api.command('trigger.enable', { triggerId: TriggerId.parse(id), enabled: false })
          return true
        case 'terminal': {
          const terminalId = TerminalId.parse(id)
          return (await api.command('terminal.close', { terminalId, anyway: false })).closed
        }
        case 'port': {
          const [sessionId = '', jobId = ''] = id.split(' ')
          const named = { sessionId: SessionId.parse(sessionId), jobId: JobId.parse(jobId) }
          await api.command('job.closePort', named)
          return true
        }
        case 'signIn': {
          const { told } = await api.command('model.signOut', { provider: 'openai' })
          await app.loadVault()
          if (!told) app.notify('error', t('connect.planNotTold'))
          return true
        }
        case 'socket':
        case 'webhooks':
          return true
      }
    }
    const done = async (entry: AccessEntry): Promise<void> => {
      const isClosed = await closing(entry)
      const text = t(isClosed ? 'access.closed' : 'access.terminalBusy', { name: entry.name })
      toast({ mark: isClosed ? 'done' : 'wait', text, seconds: 6 })
    }
    return {
      closes: ({ kind }: AccessEntry): boolean => !CLOSE_WITH_OTHERS.has(kind),
      close: (entry: AccessEntry): void => app.attempt(done(entry).finally(reload)),
    }
  }, [api, app, toast, reload, t])
}
