import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId, ProjectId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { WORKFLOW_CALLS, WorkflowSource } from '#shared/ipc/calls/workflow-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import type { PromptEdit } from '#shared/workflow/memo.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import type { ShellPort } from '../app-port.ts'
import type { Projects } from '../projects/registry.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import type { DefinitionDrafts } from '../turn-setup/drafts/definition-drafts.ts'
import type { WorkflowRows } from '../workflows/host/rows.ts'
import { checkScript, isScript, type SavedWorkflows } from '../workflows/host/saved-workflows.ts'
import type { ScriptDraft } from '../workflows/host/scripts/write-script.ts'
import { wholePrompt } from '../workflows/host/whole-prompt.ts'
import type { Workflows } from '../workflows/host/workflows.ts'

type Rooms = {
  readonly workflows: Workflows
  readonly saved: SavedWorkflows
  /** Writes a script where its source keeps them. */
  readonly saveScript: (
    projectId: ProjectId,
    source: 'user' | 'project',
    draft: ScriptDraft,
  ) => Promise<string>
  readonly warm: () => Promise<void>
  readonly drafts: Pick<DefinitionDrafts, 'script' | 'stopScript'>
  /** Ends with the app. */
  readonly signal: AbortSignal
  readonly shell: Pick<ShellPort, 'readClipboard'>
  readonly rows: Pick<WorkflowRows, 'memoOf'>
  readonly write: (run: WorkflowRunDetail) => Promise<string>
  readonly imports: { readonly ofProject: (projectId: ProjectId) => Promise<void> }
  readonly projects: Projects
  readonly log: RunLog
  readonly pathOf: (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]
}

type WorkflowHandlers = Pick<Handlers, keyof typeof WORKFLOW_CALLS>

/** Creates the handlers for workflow runs. */
export function createWorkflowHandlers(rooms: Rooms): WorkflowHandlers {
  const { workflows } = rooms
  return {
    'workflow.saved': ({ projectId }) => rooms.saved.list(projectId),
    'workflow.runs': (filter) => {
      // Imports runs from the folder, announced as they are found.
      if (filter.projectId !== null && filter.offset === 0) void rooms.imports.ofProject(filter.projectId)
      return workflows.list(filter)
    },
    'workflow.get': ({ workflowRunId }) => workflows.get(workflowRunId),
    'workflow.find': ({ projectId, id }) => workflows.find(projectId, id),
    'workflow.warm': async () => {
      await rooms.warm()
      return null
    },
    'workflow.draft': (wish) => rooms.drafts.script(wish, rooms.signal),
    'workflow.stopDraft': async ({ projectId }) => {
      rooms.drafts.stopScript(projectId)
      return null
    },
    'workflow.check': ({ script }) => checkScript(script),
    'workflow.pasted': async () => {
      const text = await rooms.shell.readClipboard()
      if (isScript(text)) return text
      throw AppError.saying('script.invalid', say('script.nonePasted'))
    },
    'workflow.save': ({ projectId, source, ...draft }) => rooms.saveScript(projectId, source, draft),
    'workflow.launch': async ({ projectId, source, ...launch }) => {
      const project = await rooms.projects.folderOf(projectId)
      const { script, fileName } = await scriptOf(rooms, projectId, source)
      const place = { projectId, cwd: project.path, fromChat: false }
      return workflows.launch({ ...launch, ...place, script, fileName })
    },
    'workflow.pause': async ({ workflowRunId }) => {
      workflows.pause(workflowRunId)
      return null
    },
    'workflow.stop': async ({ workflowRunId }) => {
      await workflows.stop(workflowRunId)
      return null
    },
    'workflow.resume': ({ workflowRunId, ...how }) => workflows.resume(workflowRunId, how),
    'workflow.fork': async ({ workflowRunId, prompt, reuseEdits, ...change }) => {
      const edit = prompt === undefined ? null : editOf(rooms, workflowRunId, prompt)
      return workflows.fork(workflowRunId, { ...change, edit }, reuseEdits)
    },
    'workflow.export': ({ workflowRunId }) => rooms.write(workflows.get(workflowRunId)),
    ...agentHandlers(rooms),
  }
}

function agentHandlers(rooms: Rooms) {
  const { workflows } = rooms
  return {
    'workflow.skipAgent': ({ workflowRunId, agentId }) =>
      done(workflows.steering(workflowRunId).skip(agentId)),
    'workflow.retryAgent': ({ workflowRunId, agentId }) =>
      done(workflows.steering(workflowRunId).retry(agentId)),
    'workflow.stopAgent': ({ workflowRunId, agentId }) =>
      done(workflows.steering(workflowRunId).stopAgent(agentId)),
    'workflow.agent': ({ workflowRunId, agentId }) => {
      const agent = agentOf(rooms, workflowRunId, agentId)
      const { key, nth } = agent
      return {
        ...wholePrompt(rooms, agent),
        value: rooms.rows.memoOf(workflowRunId, key, nth)?.value ?? null,
      }
    },
  } satisfies Partial<WorkflowHandlers>
}

async function scriptOf({ saved }: Rooms, projectId: ProjectId, source: WorkflowSource) {
  if (source.from === 'script') return { script: source.script, fileName: 'script.js' }
  const found = await saved.find(projectId, source.name, source.source)
  return { script: found.script, fileName: `${found.name}.js` }
}

function agentOf({ workflows, log }: Rooms, id: WorkflowRunId, agentId: number): WorkflowAgentView {
  const agent = log
    .folds(workflows.get(id).sessionId)
    .workflow?.agents.find((each) => each.agentId === agentId)
  if (agent !== undefined) return agent
  throw AppError.saying('session.not_found', say('agent.noPart'))
}

/** A change is kept under what the script asks for, which stays the same however often the prompt is changed. */
function editOf(rooms: Rooms, id: WorkflowRunId, prompt: { agentId: number; text: string }): PromptEdit {
  const { key, nth, asked } = agentOf(rooms, id, prompt.agentId)
  return { ...(asked ?? { key, nth }), prompt: prompt.text }
}

/** Throws when the action had no target, because the agent may just have ended. */
function done(acted: boolean): null {
  if (acted) return null
  throw AppError.saying('run.active', say('agent.over'))
}
