import type { TurnRule } from '#shared/config/settings-in-force.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { coordinates } from '../agents/definitions/coordinator.ts'
import { stricterMode } from '../agents/definitions/limits.ts'
import { chatFoldersOf } from '../agents/records/chat-folders.ts'
import { chatOf } from '../agents/records/parent.ts'
import type { OpenSandbox } from '../app/storage/open-sandbox.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import { sandboxUse } from '../sandbox/command-sandbox.ts'
import type { Grants } from '../tools/grants/grants.ts'
import { judge, type Verdict } from '../tools/permission/judge.ts'
import type { Standing, ToolAct } from '../tools/tool.ts'
import type { ScratchFolders } from './scratch-folders.ts'
import type { Limiting, SessionAgent } from './session-agents.ts'
import type { ProjectSettings } from './settings/project-settings.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly grants: Pick<Grants, 'inForce' | 'used'>
  readonly settings: Pick<ProjectSettings, 'rules' | 'sandbox' | 'freestMode'>
  /** Grants for the shared folder of a coordinator's subagents. */
  readonly scratch: Pick<ScratchFolders, 'rules'>
  /** Whether this machine has a sandbox; null while that is being found out. */
  readonly sandbox: Pick<OpenSandbox, 'known'>
  /** The home folder, for rules that begin with `~`. */
  readonly home: string
  readonly reading: ReadOnlyCommands
}

/** The policy for commands that are certainly read-only. */
export type ReadOnlyCommands = {
  /** Whether they run unasked in modes that ask for other commands. */
  readonly runUnasked: () => boolean
  /** Called for each command that ran without asking. */
  readonly ran: () => void
}

const STRICTNESS: Readonly<Record<Permission, number>> = { allow: 0, ask: 1, deny: 2 }

/**
 * Creates the permission check of agent calls: an agent's own rules, limited by all its parents. Permissions
 * granted in a chat apply to all its subagents.
 */
export function createJudge({ log, grants, settings, sandbox, scratch, home, reading }: Deps) {
  const standingOf = (agent: SessionAgent, by: Limiting): Standing => {
    const { session } = log.folds(by.sessionId)
    const chat = session === null ? null : chatOf(log, session)
    return {
      home,
      used: grants.used,
      readsUnasked: reading.runUnasked(),
      mode: stricterMode(
        stricterMode(session?.meta.permissionMode ?? 'ask', by.definition.permissionMode),
        settings.freestMode(session?.cwd ?? ''),
      ),
      sandbox: settings.sandbox(session?.cwd ?? ''),
      folders: session === null ? [] : chatFoldersOf(log, session),
      rules: [
        ...settings.rules(session?.cwd ?? ''),
        ...by.rules,
        turnRulesOf(log, chat?.id ?? by.sessionId).map(({ rule }) => rule),
      ],
      grants: [
        ...grants.inForce({
          sessionId: chat?.id ?? by.sessionId,
          projectId: session?.meta.projectId ?? null,
          cwd: session?.cwd ?? '',
        }),
        ...(chat !== null && worksForCoordinator(agent) ? scratch.rules(chat.id) : []),
      ],
    }
  }
  /** Returns the rules for an agent's calls: its own and those of all its parents. */
  const standing = (sessionId: SessionId, agent: SessionAgent): Standing[] => {
    const all = [{ ...agent, sessionId }, ...agent.above].map((by) => standingOf(agent, by))
    const modes = all.map(({ mode }) => mode)
    const use = sandboxUse(all[0]?.sandbox ?? {}, modes, sandbox.known())
    return use === 'inside' ? all.map((each) => ({ ...each, sandboxed: true })) : all
  }

  /** `also` are rules that hold for this call only. */
  const verdict = (
    sessionId: SessionId,
    tool: string,
    acts: readonly ToolAct[],
    agent: SessionAgent,
    also: readonly PermissionRule[] = [],
  ): Verdict => {
    const verdicts = standing(sessionId, agent).map((by) =>
      judge({ ...by, rules: also.length === 0 ? by.rules : [...by.rules, also], tool, acts }),
    )
    const strictest = verdicts.reduce((left, right) =>
      STRICTNESS[right.verdict] > STRICTNESS[left.verdict] ? right : left,
    )
    const used = verdicts.flatMap(({ granted }) => (granted === undefined ? [] : [granted]))
    // Grants count as used only when the call is executed.
    if (strictest.verdict === 'allow') for (const granted of new Set(used)) grants.used(granted)
    if (strictest.verdict === 'allow' && verdicts.some((each) => each.readsUnasked === true)) reading.ran()
    return strictest
  }

  return { judge: verdict, standing }
}

/** Returns the rules that the command line, a command or a skill set for the running turn of a chat. */
export function turnRulesOf({ folds }: Deps['log'], sessionId: SessionId): readonly TurnRule[] {
  return Object.values(folds(sessionId).runs).flatMap(({ status, bounds }) =>
    isTerminal(status) ? [] : (bounds?.allow ?? []).map((rule) => ({ rule, source: bounds?.source ?? null })),
  )
}

const worksForCoordinator = ({ above }: SessionAgent): boolean =>
  above.some(({ definition }) => coordinates(definition))
