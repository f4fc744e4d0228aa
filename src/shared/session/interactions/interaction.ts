import { z } from 'zod'
import { AgentId, BlobId, CallId, Millis, RequestId, RunId, WorkflowRunId } from '../../ids.ts'
import { ServerForm } from '../../mcp/server-form.ts'
import { GuardedPlace } from '../../permission/guard.ts'
import { PermissionRule } from '../../permission/rule.ts'
import { ProposedStep } from '../../plan/parse-plan.ts'
import { SandboxBlock, SandboxRules } from '../../sandbox/sandbox.ts'
import { WorkflowPlace } from '../../workflow/workflow.ts'
import { FileDiff } from '../file-diff.ts'
import { Question } from './question.ts'

/** The preview in an approval: the whole command or the whole change. */
export const ApprovalPreview = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    command: z.string(),
    timeoutMs: Millis,
    /** The folder it runs in, where that is not the project folder. Missing in older logs. */
    workdir: z.exactOptional(z.string()),
    /** It outlives its call. */
    background: z.exactOptional(z.literal(true)),
    /** Its sandbox permissions. Missing without a sandbox and in older logs. */
    rules: z.exactOptional(SandboxRules),
  }),
  /** An action that the sandbox blocked. `rules` is null when a sandbox is required but unavailable. */
  z.strictObject({
    kind: z.literal('sandbox'),
    command: z.string(),
    timeoutMs: Millis,
    /** The folder it runs in, where that is not the project folder. Missing in older logs. */
    workdir: z.exactOptional(z.string()),
    blocked: z.array(SandboxBlock),
    rules: SandboxRules.nullable(),
  }),
  z.strictObject({ kind: z.literal('diff'), diff: FileDiff }),
  z.strictObject({ kind: z.literal('path'), path: z.string(), outside: z.boolean() }),
  z.strictObject({ kind: z.literal('args'), text: z.string() }),
  /** A call of a tool of an MCP server, with its arguments as JSON. */
  z.strictObject({
    kind: z.literal('mcp'),
    server: z.string(),
    tool: z.string(),
    /** The program or the address that gets the arguments. */
    target: z.string(),
    text: z.string(),
  }),
  /** A request of an MCP server to a model: the whole request, and the most it can cost in US dollars. */
  z.strictObject({
    kind: z.literal('sampling'),
    server: z.string(),
    /** The name of the model for people. */
    model: z.string(),
    text: z.string(),
    maxTokens: z.number(),
    /** Null where the price of the model is not known. */
    costUsd: z.number().nullable(),
    /** A plan of the person covers it. Missing: it does not, and in older logs. */
    covered: z.exactOptional(z.literal(true)),
    /** The pictures of the request, in order. Missing: none. */
    pictures: z.exactOptional(z.array(BlobId)),
  }),
  /** A workflow that is to be started or taken up: what it is for, where its script lies, and how far it may go. */
  z.strictObject({
    kind: z.literal('workflow'),
    name: z.string(),
    /** The agent's title for this run and the script's description. */
    title: z.string().nullable(),
    description: z.string(),
    /** `script`: the agent wrote it for this call. `run`: it is the script of the run that is taken up. */
    origin: z.enum([...WorkflowPlace.options, 'script', 'run']),
    /** The name of its file in that place. */
    file: z.string().nullable(),
    script: z.string(),
    /** The arguments as JSON text. */
    args: z.string().nullable(),
    concurrency: z.number(),
    /** The ceiling of output tokens, or null for none. */
    budget: z.number().nullable(),
    /** The ceiling in US dollars, where there is one. */
    budgetUsd: z.exactOptional(z.number()),
    /** The run whose finished work is taken over; `isNew` says that it stays as it is and a fork is made. */
    from: z.strictObject({ id: WorkflowRunId, isNew: z.boolean() }).nullable(),
  }),
  /** The proposed memory and the current item under its key. The person may edit the text. */
  z.strictObject({
    kind: z.literal('memory'),
    key: z.string(),
    content: z.string(),
    tags: z.array(z.string()),
    before: z.string().nullable(),
  }),
  /** A plan that the person may change before they accept it. */
  z.strictObject({
    kind: z.literal('plan'),
    goal: z.string(),
    // Earlier versions stored the words of a step alone.
    steps: z.array(z.union([z.string(), ProposedStep])),
  }),
])
export type ApprovalPreview = z.infer<typeof ApprovalPreview>

/** A difference from the preview: target, content or effects. */
export const Difference = z.enum(['place', 'content', 'acts'])
export type Difference = z.infer<typeof Difference>

/** Something only the person can decide. It waits in the log, so a reload or a restart does not lose it. */
export const Interaction = z.strictObject({
  requestId: RequestId,
  what: z.enum(['question', 'permission', 'plan_approval']),
  prompt: z.string(),
  choices: z.exactOptional(z.array(z.string())),
  /** The form of an MCP server that asks. */
  form: z.exactOptional(ServerForm),
  /** The questions, where there are several, where several answers may be picked, or where choices are described. */
  questions: z.exactOptional(z.array(Question)),
  callId: z.exactOptional(CallId),
  tool: z.exactOptional(z.string()),
  /** Why a hook wants the person to look at it. */
  why: z.exactOptional(z.string()),
  args: z.exactOptional(z.unknown()),
  /** The model wrote the call as text in its answer. */
  asText: z.exactOptional(z.literal(true)),
  /** Present when something of it reaches outside the project. */
  outside: z.exactOptional(z.literal(true)),
  agentId: z.exactOptional(AgentId),
  cwd: z.exactOptional(z.string()),
  proposedRules: z.exactOptional(z.array(PermissionRule)),
  preview: z.exactOptional(ApprovalPreview),
  /** A fingerprint of all that the call would do as it was shown. An answer holds only for that. */
  seal: z.exactOptional(z.string()),
  /** Places it would read or change that steer the app, git, agents or other programs. */
  guards: z.exactOptional(z.array(GuardedPlace)),
  /** Differences from an earlier approval, which make the app ask again. */
  differs: z.exactOptional(z.array(Difference)),
  runId: z.exactOptional(RunId),
  askedAt: z.exactOptional(Millis),
})
export type Interaction = z.infer<typeof Interaction>
