import type { AccessEntry, AccessKind, AccessList } from '#shared/access/access.ts'
import type { AuditEntry, AuditedCall } from '#shared/audit/audit.ts'
import { AppError } from '#shared/errors.ts'
import type { HookList } from '#shared/hook/hook.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { McpList, McpServerListing } from '#shared/mcp/mcp-list.ts'
import type { PluginList } from '#shared/plugin/plugin.ts'
import type { JobRecord } from '#shared/process/job.ts'
import type { Project } from '#shared/project/project.ts'
import type { Terminal } from '#shared/terminal/terminal.ts'
import type { TriggerListing } from '#shared/trigger/trigger.ts'
import { isErrno } from '../../lib/errno.ts'

type Opened = Pick<AuditEntry, 'at' | 'by'>

/** An act of the audit trail that opened something. */
export type OpeningAct = {
  readonly call: AuditedCall
  readonly about: string
  readonly projectId: ProjectId | null
}

type Deps = {
  readonly projects: () => Promise<readonly Project[]>
  readonly servers: () => Promise<
    readonly { readonly projectId: ProjectId; readonly project: string; readonly id: string }[]
  >
  readonly mcp: (projectId: ProjectId | null) => Promise<McpList>
  readonly plugins: () => Promise<PluginList>
  readonly hooks: () => Promise<HookList>
  readonly triggers: () => readonly TriggerListing[]
  readonly terminals: () => readonly Terminal[]
  /** The plans that the person signed in to. */
  readonly signIns: () => readonly { readonly id: string; readonly name: string; readonly host: string }[]
  /** The ports that the person opened to background programs in their sandboxes. */
  readonly ports: () => readonly { readonly sessionId: SessionId; readonly job: JobRecord }[]
  /** The socket on which the app answers the command line; null while it listens on none. */
  readonly socket: () => string | null
  /** Returns the newest of some acts; null where the trail has none. */
  readonly newest: (acts: readonly OpeningAct[]) => Opened | null
}

/** Projects of which MCP servers are listed, the last opened first. */
const MOST_PROJECTS = 50

type Part = Omit<AccessEntry, 'kind'>

/** Creates the list of everything that can run programs of others, or be reached by other programs. */
export function createAccessList(deps: Deps): () => Promise<AccessList> {
  return async () => {
    const missing: AccessKind[] = []
    const of = async (kind: AccessKind, read: () => Promise<readonly Part[]>): Promise<AccessEntry[]> => {
      try {
        return (await read()).map((part) => ({ kind, ...part }))
      } catch (error) {
        // One place that cannot be read must not hide the others.
        if (!(error instanceof AppError) && !isErrno(error)) throw error
        missing.push(kind)
        return []
      }
    }
    const projects = await deps.projects()
    const entries = await Promise.all([
      of('project', async () => projectsOf(deps, projects)),
      of('server', async () => serversOf(deps)),
      ...[null, ...trustedOf(projects)].map((project) => of('mcp', async () => mcpOf(deps, project))),
      of('plugin', async () => pluginsOf(deps)),
      of('hook', async () => hooksOf(deps)),
      of('trigger', async () => triggersOf(deps, projects)),
      of('terminal', async () => terminalsOf(deps, projects)),
      of('port', async () => portsOf(deps)),
      of('signIn', async () => signInsOf(deps)),
      of('socket', async () => socketOf(deps)),
      of('webhooks', async () => webhooksOf(deps)),
    ])
    return { entries: once(entries.flat()), missing: [...new Set(missing)] }
  }
}

const NOWHERE = { projectId: null, project: null } as const

function trustedOf(projects: readonly Project[]): readonly Project[] {
  const trusted = projects.filter(({ trusted: isTrusted, missing }) => isTrusted === true && !missing)
  return trusted.toSorted((left, right) => right.lastOpenedAt - left.lastOpenedAt).slice(0, MOST_PROJECTS)
}

/** A server of the person is in the list of each project. */
function once(entries: readonly AccessEntry[]): readonly AccessEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ kind, id }) => {
    const isNew = !seen.has(`${kind} ${id}`)
    seen.add(`${kind} ${id}`)
    return isNew
  })
}

function projectsOf({ newest }: Deps, projects: readonly Project[]): readonly Part[] {
  return projects
    .filter(({ trusted, carriesCode, gitMayStart }) => trusted === true || carriesCode || gitMayStart)
    .map(({ id, name, path, trusted }) => ({
      id,
      name,
      detail: path,
      projectId: id,
      project: null,
      state: trusted === true ? 'open' : trusted === null ? 'asks' : 'closed',
      opened: newest([{ call: 'project.trust', about: 'on', projectId: id }]),
    }))
}

async function serversOf({ servers, newest }: Deps): Promise<readonly Part[]> {
  return (await servers()).map(({ projectId, project, id }) => ({
    id: `${projectId} ${id}`,
    name: id,
    detail: '',
    projectId,
    project,
    state: 'open',
    opened: newest([{ call: 'problems.turnServer', about: `${id}: on`, projectId }]),
  }))
}

async function mcpOf({ mcp, newest }: Deps, project: Project | null): Promise<readonly Part[]> {
  const { servers } = await mcp(project?.id ?? null)
  return servers
    .filter(({ projectId }) => projectId === (project?.id ?? null))
    .map((server) => ({
      id: server.key,
      name: server.name,
      detail: server.target,
      projectId: server.projectId,
      project: project?.name ?? null,
      state: stateOf(server),
      opened: newest([
        { call: 'mcp.turn', about: `${server.key}: on`, projectId: null },
        { call: 'mcp.trust', about: server.key, projectId: null },
        { call: 'mcp.add', about: server.name, projectId: null },
      ]),
    }))
}

function stateOf({ enabled, health }: McpServerListing): AccessEntry['state'] {
  if (!enabled) return 'closed'
  return health.state === 'untrusted' ? 'asks' : 'open'
}

async function pluginsOf({ plugins, newest }: Deps): Promise<readonly Part[]> {
  return (await plugins()).plugins.map(({ name, version, state, installedAt }) => ({
    ...NOWHERE,
    id: name,
    name,
    detail: version,
    state: state === 'on' ? 'open' : state === 'off' ? 'closed' : 'asks',
    opened: newest([{ call: 'plugins.turn', about: `${name}: on`, projectId: null }]) ?? {
      at: installedAt,
      by: 'window',
    },
  }))
}

async function hooksOf({ hooks, newest }: Deps): Promise<readonly Part[]> {
  const { hooks: all, areOn } = await hooks()
  return all.map(({ key, id, command, isOn }) => ({
    ...NOWHERE,
    id: key,
    name: id,
    detail: command,
    state: isOn && areOn ? 'open' : 'closed',
    opened: newest([
      { call: 'hooks.turn', about: `${key}: on`, projectId: null },
      { call: 'hooks.create', about: id, projectId: null },
    ]),
  }))
}

function triggersOf({ triggers, newest }: Deps, projects: readonly Project[]): readonly Part[] {
  return triggers().map(({ trigger, address }) => ({
    id: trigger.id,
    name: trigger.name,
    detail: address ?? '',
    projectId: trigger.projectId,
    project: nameOf(projects, trigger.projectId),
    state: trigger.enabled ? 'open' : 'closed',
    opened: newest([
      { call: 'trigger.enable', about: `${trigger.name}: on`, projectId: trigger.projectId },
      {
        call: 'trigger.create',
        about: `${trigger.name}, ${trigger.permissionMode}`,
        projectId: trigger.projectId,
      },
    ]),
  }))
}

function terminalsOf({ terminals }: Deps, projects: readonly Project[]): readonly Part[] {
  const all = terminals()
  return all
    .filter(({ ended }) => ended === null)
    .map(({ id, number, shell, folder, projectId }) => ({
      id,
      name: `${shell} ${number}`,
      detail: folder,
      projectId,
      project: nameOf(projects, projectId),
      state: 'open',
      opened: null,
    }))
}

function portsOf({ ports }: Deps): readonly Part[] {
  return ports().map(({ sessionId, job }) => ({
    ...NOWHERE,
    id: `${sessionId} ${job.id}`,
    name: job.command.slice(0, 200),
    detail: `127.0.0.1:${job.openedAt}`,
    state: 'open',
    opened: null,
  }))
}

function signInsOf({ signIns, newest }: Deps): readonly Part[] {
  return signIns().map(({ id, name, host }) => ({
    ...NOWHERE,
    id,
    name,
    detail: host,
    state: 'open',
    opened: newest([{ call: 'model.signIn', about: id, projectId: null }]),
  }))
}

function socketOf({ socket }: Deps): readonly Part[] {
  const path = socket()
  return path === null
    ? []
    : [{ ...NOWHERE, id: 'socket', name: '', detail: path, state: 'open', opened: null }]
}

function webhooksOf({ triggers }: Deps): readonly Part[] {
  const address = triggers().find((each) => each.address !== null)?.address ?? null
  if (address === null) return []
  const { host } = new URL(address)
  return [{ ...NOWHERE, id: 'webhooks', name: '', detail: host, state: 'open', opened: null }]
}

const nameOf = (projects: readonly Project[], id: ProjectId | null): string | null =>
  projects.find((each) => each.id === id)?.name ?? null
