import { z } from 'zod'
import { WorkflowRunId } from '#shared/ids.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'

/** Arguments of the workflow tool: start or resume a run. */
export const WorkflowArgs = z
  .strictObject({
    name: z.exactOptional(z.string().min(1).max(80)),
    script: z.exactOptional(z.string().min(1).max(WORKFLOW_LIMITS.maxScriptChars)),
    scriptPath: z.exactOptional(z.string().min(1).max(500)),
    resumeFromRunId: z.exactOptional(WorkflowRunId),
    args: z.exactOptional(z.json()),
    title: z.exactOptional(z.string().trim().min(1).max(120)),
    description: z.exactOptional(z.string().trim().min(1).max(2_000)),
    // More or fewer than is possible is taken for the most or the least: it is no reason to start nothing.
    maxConcurrency: z.exactOptional(z.number()),
    budget: z.exactOptional(z.number().int().positive()),
    budgetUsd: z.exactOptional(z.number().positive()),
  })
  .superRefine(({ name, script, scriptPath, resumeFromRunId }, context) => {
    const given = [name, script, scriptPath].filter((each) => each !== undefined).length
    if (given > 1 || (given === 0 && resumeFromRunId === undefined)) {
      const message = 'Give one of `name`, `script` and `scriptPath`, or `resumeFromRunId`.'
      context.addIssue({ code: 'custom', message })
    }
  })
export type WorkflowArgs = z.output<typeof WorkflowArgs>
