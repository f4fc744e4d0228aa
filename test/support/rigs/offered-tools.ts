import { createAgentTool } from '../../../src/main/agents/tools/agent-tool.ts'
import type { Tool } from '../../../src/main/tools/tool.ts'
import { openToolProject } from './tool-project.ts'

let known: readonly Tool[] | null = null

/** The tools that come with the app and the one that starts agents, for tests that only read calls. */
export async function offeredTools(): Promise<readonly Tool[]> {
  known ??= [...(await openToolProject()).toolbox.tools, createAgentTool(runsNothing)]
  return known
}

function runsNothing(): never {
  throw new Error('Calls are only read here.')
}
