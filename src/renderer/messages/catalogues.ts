import { access } from './en/access.ts'
import { additions } from './en/additions.ts'
import { agentForm } from './en/agent-form.ts'
import { agents } from './en/agents.ts'
import { attempts } from './en/attempts.ts'
import { audit } from './en/audit.ts'
import { builtinAgents } from './en/builtin-agents.ts'
import { builtinSkills } from './en/builtin-skills.ts'
import { builtinWorkflows } from './en/builtin-workflows.ts'
import { changes } from './en/changes.ts'
import { chat } from './en/chat.ts'
import { chatLimits } from './en/chat-limits.ts'
import { children } from './en/children.ts'
import { commands } from './en/commands.ts'
import { connect } from './en/connect.ts'
import { context } from './en/context.ts'
import { data } from './en/data.ts'
import { figures } from './en/figures.ts'
import { files } from './en/files.ts'
import { forges } from './en/forges.ts'
import { gitQuestions } from './en/git-questions.ts'
import { hooks } from './en/hooks.ts'
import { inspector } from './en/inspector.ts'
import { jobs } from './en/jobs.ts'
import { keys } from './en/keys.ts'
import { launch } from './en/launch.ts'
import { layers } from './en/layers.ts'
import { mcp } from './en/mcp.ts'
import { mcpApps } from './en/mcp-apps.ts'
import { mcpInspector } from './en/mcp-inspector.ts'
import { meaning } from './en/meaning.ts'
import { memory } from './en/memory.ts'
import { notebooks } from './en/notebooks.ts'
import { pages } from './en/pages.ts'
import { plans } from './en/plans.ts'
import { plugins } from './en/plugins.ts'
import { projectFiles } from './en/project-files.ts'
import { projects } from './en/projects.ts'
import { pulls } from './en/pulls.ts'
import { report } from './en/report.ts'
import { requests } from './en/requests.ts'
import { sandbox } from './en/sandbox.ts'
import { search } from './en/search.ts'
import { sessionFiles } from './en/session-files.ts'
import { settings } from './en/settings.ts'
import { settingsSearch } from './en/settings-search.ts'
import { shell } from './en/shell.ts'
import { snip } from './en/snip.ts'
import { teams } from './en/teams.ts'
import { terminal } from './en/terminal.ts'
import { tools } from './en/tools.ts'
import { triggers } from './en/triggers.ts'
import { ui } from './en/ui.ts'
import { usage } from './en/usage.ts'
import { vault } from './en/vault.ts'
import { web } from './en/web.ts'
import { welcome } from './en/welcome.ts'
import { workflowCosts } from './en/workflow-costs.ts'
import { workflows } from './en/workflows.ts'
import { worktrees } from './en/worktrees.ts'
import type { Message, PlaceholdersOf } from './message.ts'
import { access as accessZh } from './zh-CN/access.ts'
import { additions as additionsZh } from './zh-CN/additions.ts'
import { agentForm as agentFormZh } from './zh-CN/agent-form.ts'
import { agents as agentsZh } from './zh-CN/agents.ts'
import { attempts as attemptsZh } from './zh-CN/attempts.ts'
import { audit as auditZh } from './zh-CN/audit.ts'
import { builtinAgents as builtinAgentsZh } from './zh-CN/builtin-agents.ts'
import { builtinSkills as builtinSkillsZh } from './zh-CN/builtin-skills.ts'
import { builtinWorkflows as builtinWorkflowsZh } from './zh-CN/builtin-workflows.ts'
import { changes as changesZh } from './zh-CN/changes.ts'
import { chat as chatZh } from './zh-CN/chat.ts'
import { chatLimits as chatLimitsZh } from './zh-CN/chat-limits.ts'
import { children as childrenZh } from './zh-CN/children.ts'
import { commands as commandsZh } from './zh-CN/commands.ts'
import { connect as connectZh } from './zh-CN/connect.ts'
import { context as contextZh } from './zh-CN/context.ts'
import { data as dataZh } from './zh-CN/data.ts'
import { figures as figuresZh } from './zh-CN/figures.ts'
import { files as filesZh } from './zh-CN/files.ts'
import { forges as forgesZh } from './zh-CN/forges.ts'
import { gitQuestions as gitQuestionsZh } from './zh-CN/git-questions.ts'
import { hooks as hooksZh } from './zh-CN/hooks.ts'
import { inspector as inspectorZh } from './zh-CN/inspector.ts'
import { jobs as jobsZh } from './zh-CN/jobs.ts'
import { keys as keysZh } from './zh-CN/keys.ts'
import { launch as launchZh } from './zh-CN/launch.ts'
import { layers as layersZh } from './zh-CN/layers.ts'
import { mcp as mcpZh } from './zh-CN/mcp.ts'
import { mcpApps as mcpAppsZh } from './zh-CN/mcp-apps.ts'
import { mcpInspector as mcpInspectorZh } from './zh-CN/mcp-inspector.ts'
import { meaning as meaningZh } from './zh-CN/meaning.ts'
import { memory as memoryZh } from './zh-CN/memory.ts'
import { notebooks as notebooksZh } from './zh-CN/notebooks.ts'
import { pages as pagesZh } from './zh-CN/pages.ts'
import { plans as plansZh } from './zh-CN/plans.ts'
import { plugins as pluginsZh } from './zh-CN/plugins.ts'
import { projectFiles as projectFilesZh } from './zh-CN/project-files.ts'
import { projects as projectsZh } from './zh-CN/projects.ts'
import { pulls as pullsZh } from './zh-CN/pulls.ts'
import { report as reportZh } from './zh-CN/report.ts'
import { requests as requestsZh } from './zh-CN/requests.ts'
import { sandbox as sandboxZh } from './zh-CN/sandbox.ts'
import { search as searchZh } from './zh-CN/search.ts'
import { sessionFiles as sessionFilesZh } from './zh-CN/session-files.ts'
import { settings as settingsZh } from './zh-CN/settings.ts'
import { settingsSearch as settingsSearchZh } from './zh-CN/settings-search.ts'
import { shell as shellZh } from './zh-CN/shell.ts'
import { snip as snipZh } from './zh-CN/snip.ts'
import { teams as teamsZh } from './zh-CN/teams.ts'
import { terminal as terminalZh } from './zh-CN/terminal.ts'
import { tools as toolsZh } from './zh-CN/tools.ts'
import { triggers as triggersZh } from './zh-CN/triggers.ts'
import { ui as uiZh } from './zh-CN/ui.ts'
import { usage as usageZh } from './zh-CN/usage.ts'
import { vault as vaultZh } from './zh-CN/vault.ts'
import { web as webZh } from './zh-CN/web.ts'
import { welcome as welcomeZh } from './zh-CN/welcome.ts'
import { workflowCosts as workflowCostsZh } from './zh-CN/workflow-costs.ts'
import { workflows as workflowsZh } from './zh-CN/workflows.ts'
import { worktrees as worktreesZh } from './zh-CN/worktrees.ts'

const EN = {
  ...shell,
  ...keys,
  ...snip,
  ...tools,
  ...builtinSkills,
  ...builtinWorkflows,
  ...ui,
  ...welcome,
  ...projects,
  ...access,
  ...projectFiles,
  ...notebooks,
  ...usage,
  ...changes,
  ...vault,
  ...memory,
  ...pages,
  ...settings,
  ...data,
  ...report,
  ...settingsSearch,
  ...audit,
  ...layers,
  ...mcp,
  ...mcpApps,
  ...mcpInspector,
  ...meaning,
  ...hooks,
  ...additions,
  ...connect,
  ...figures,
  ...chat,
  ...chatLimits,
  ...inspector,
  ...plans,
  ...pulls,
  ...forges,
  ...gitQuestions,
  ...children,
  ...jobs,
  ...terminal,
  ...triggers,
  ...web,
  ...commands,
  ...context,
  ...workflows,
  ...agentForm,
  ...attempts,
  ...worktrees,
  ...plugins,
  ...requests,
  ...launch,
  ...workflowCosts,
  ...sessionFiles,
  ...sandbox,
  ...search,
  ...agents,
  ...builtinAgents,
  ...files,
  ...teams,
}
const ZH = {
  ...shellZh,
  ...keysZh,
  ...snipZh,
  ...toolsZh,
  ...builtinSkillsZh,
  ...builtinWorkflowsZh,
  ...uiZh,
  ...welcomeZh,
  ...projectsZh,
  ...accessZh,
  ...projectFilesZh,
  ...notebooksZh,
  ...usageZh,
  ...changesZh,
  ...vaultZh,
  ...memoryZh,
  ...pagesZh,
  ...settingsZh,
  ...dataZh,
  ...reportZh,
  ...settingsSearchZh,
  ...auditZh,
  ...layersZh,
  ...mcpZh,
  ...mcpAppsZh,
  ...mcpInspectorZh,
  ...meaningZh,
  ...hooksZh,
  ...additionsZh,
  ...connectZh,
  ...figuresZh,
  ...chatZh,
  ...chatLimitsZh,
  ...inspectorZh,
  ...plansZh,
  ...pullsZh,
  ...forgesZh,
  ...gitQuestionsZh,
  ...childrenZh,
  ...jobsZh,
  ...terminalZh,
  ...triggersZh,
  ...webZh,
  ...commandsZh,
  ...contextZh,
  ...workflowsZh,
  ...agentFormZh,
  ...attemptsZh,
  ...worktreesZh,
  ...pluginsZh,
  ...requestsZh,
  ...launchZh,
  ...workflowCostsZh,
  ...sessionFilesZh,
  ...sandboxZh,
  ...searchZh,
  ...agentsZh,
  ...builtinAgentsZh,
  ...filesZh,
  ...teamsZh,
}

export type MessageKey = keyof typeof EN
export type Locale = 'en' | 'zh-CN'

/** The parameters of a message key; empty for a message without placeholders. */
export type ParamsOf<Key extends MessageKey, Value = string | number> = [
  PlaceholdersOf<(typeof EN)[Key]>,
] extends [never]
  ? Readonly<Record<never, never>>
  : {
      readonly [Name in PlaceholdersOf<(typeof EN)[Key]>]: Name extends 'count' ? number : Value
    }

/** Every text of the window, by language. */
export const CATALOGUES: Readonly<Record<Locale, Readonly<Record<MessageKey, Message>>>> = {
  en: EN,
  'zh-CN': ZH,
}

/** The language to speak: what the settings say, or the nearest to what the system speaks. */
export function localeOf(choice: 'system' | Locale, systemLocale: string): Locale {
  if (choice !== 'system') return choice
  return /^zh\b/i.test(systemLocale) ? 'zh-CN' : 'en'
}
