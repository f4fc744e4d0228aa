import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'

/** Everything of the person's that Orrery keeps, and where. */
export type HomePaths = ReturnType<typeof homePaths>

export function homePaths(home: string) {
  const data = join(home, 'data')
  const logs = join(home, 'logs')
  return {
    home,
    config: join(home, 'config.toml'),
    agentsFile: join(home, 'AGENTS.md'),
    agents: join(home, 'agents'),
    skills: join(home, 'skills'),
    commands: join(home, 'commands'),
    tools: join(home, 'tools'),
    hooks: join(home, 'hooks'),
    styles: join(home, 'output-styles'),
    workflows: join(home, 'workflows'),
    data,
    database: join(data, 'orrery.db'),
    index: join(data, 'index.db'),
    /** Locked by the process that uses this home, and the file that names it. */
    lock: join(data, 'home.lock'),
    holder: join(data, 'home.holder.json'),
    /** The socket on which an open app answers the command line, and the folder in which callers prove their user. */
    socket: join(data, 'orrery.sock'),
    callers: join(data, 'callers'),
    /** The helper by which git asks the person, and its sockets. */
    askpass: join(data, 'askpass'),
    backups: join(data, 'backups'),
    /** A backup that the next start takes in, the data that an earlier one replaced, and what is known of it. */
    restore: join(data, 'restore'),
    replaced: join(home, 'replaced'),
    restored: join(data, 'restored.json'),
    /** The folders into which copies of the home went. */
    backupFolders: join(data, 'backup-folders.json'),
    vault: join(data, 'vault.enc.json'),
    /** Files that agents of one chat leave for each other, a folder for each chat. */
    scratch: join(data, 'scratch'),
    /** Worktrees of tasks. */
    taskWorktrees: join(data, 'task-worktrees'),
    lastGoodConfig: join(data, 'config.last-good.toml'),
    /** Copies of the last good settings files of projects. */
    folderCopies: join(data, 'project-settings'),
    /** Pictures that were attached and not sent. */
    drafts: join(data, 'drafts'),
    /** Caches and window state of the browser inside the app, nothing of the person's. */
    browser: join(data, 'browser'),
    /** The temporary folders of commands in the sandbox, one for each chat. */
    temp: join(data, 'tmp'),
    /** Caches that commands of one project use instead of those of the person. */
    caches: join(data, 'caches'),
    /** Marks of projects whose commands run in the sandbox. */
    marks: join(data, 'marks'),
    /** The output of background programs, a folder for each chat. */
    jobs: join(data, 'jobs'),
    /** Unpacked bundles of MCP servers, a folder for each server. */
    bundles: join(data, 'mcp'),
    /** Installed plugins, a folder for each, and the lock file with the hashes of their files. */
    plugins: join(home, 'plugins'),
    pluginLock: join(home, 'plugins.lock.json'),
    /** Data of the programs of plugins, a folder for each plugin. */
    pluginData: join(data, 'plugin-data'),
    /** Plugins that the person looks at before the installation. */
    pluginDrafts: join(data, 'plugin-drafts'),
    /** The state of folders before the commands that run in them. */
    looks: join(data, 'looks'),
    blobs: join(home, 'blobs'),
    logs,
    log: join(logs, 'main.log'),
    /** A log of windows that attached to chats and lost them. */
    attachLog: join(logs, 'attach.log'),
    /** A log for each chat. */
    sessionLogs: join(logs, 'sessions'),
  } as const
}

/** Places in the folder of a project. */
export function projectPaths(project: string) {
  const home = join(project, '.orrery')
  const claude = join(project, '.claude')
  return {
    home,
    config: join(home, 'config.toml'),
    /** Settings for this machine only; git should ignore the file. */
    localConfig: join(home, 'config.local.toml'),
    /** The MCP servers of a project as other programs store them. */
    mcpFile: join(project, '.mcp.json'),
    agents: join(home, 'agents'),
    skills: join(home, 'skills'),
    commands: join(home, 'commands'),
    tools: join(home, 'tools'),
    hooks: join(home, 'hooks'),
    styles: join(home, 'output-styles'),
    workflows: join(home, 'workflows'),
    /** The folders that other programs read too, by kind, in ascending distance from this app. */
    foreign: {
      agents: [join(claude, 'agents')],
      skills: [join(project, '.agents', 'skills'), join(claude, 'skills')],
      commands: [join(claude, 'commands')],
      hooks: [claude],
      styles: [join(claude, 'output-styles')],
      tools: [],
      workflows: [join(claude, 'workflows')],
    },
    workflowRuns: join(home, 'workflow-runs'),
  } as const
}

/** Makes the folders of the first start. Only the person may look into them. */
export async function prepareHome(paths: HomePaths): Promise<void> {
  const { home, agents, skills, commands, hooks, workflows, data, backups, blobs, logs } = paths
  await mkdir(home, { recursive: true, mode: 0o700 })
  for (const folder of [agents, skills, commands, hooks, workflows, data, backups, blobs, logs]) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST', 'ENOTDIR')) throw error
      throw AppError.saying('db.unavailable', say('home.notFolder', { place: folder }), { cause: error })
    })
  }
}
