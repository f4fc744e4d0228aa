import agentAuthor from '../../../../resources/agents/agent-author.md?raw'
import build from '../../../../resources/agents/build.md?raw'
import commit from '../../../../resources/agents/commit.md?raw'
import compaction from '../../../../resources/agents/compaction.md?raw'
import coordinator from '../../../../resources/agents/coordinator.md?raw'
import explore from '../../../../resources/agents/explore.md?raw'
import general from '../../../../resources/agents/general.md?raw'
import memory from '../../../../resources/agents/memory.md?raw'
import plan from '../../../../resources/agents/plan.md?raw'
import review from '../../../../resources/agents/review.md?raw'
import statusLineAuthor from '../../../../resources/agents/status-line-author.md?raw'
import summary from '../../../../resources/agents/summary.md?raw'
import title from '../../../../resources/agents/title.md?raw'
import workflowAuthor from '../../../../resources/agents/workflow-author.md?raw'

/** The files of the agents that come with the app, by name. */
export const BUILTIN_AGENTS: Readonly<Record<string, string>> = {
  'agent-author': agentAuthor,
  build,
  commit,
  compaction,
  coordinator,
  explore,
  general,
  memory,
  plan,
  review,
  'status-line-author': statusLineAuthor,
  summary,
  title,
  'workflow-author': workflowAuthor,
}

/** The agent of a new chat. */
export const CHAT_AGENT = 'build'

/** The agent for script calls without a name. */
export const SCRIPT_AGENT = 'general'
