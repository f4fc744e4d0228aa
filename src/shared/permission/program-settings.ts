/**
 * Names in a project, in lower case, of settings from which editors and agents start programs: tasks, language servers,
 * hooks and MCP servers. Rules ask before they change, and commands in the sandbox never change them.
 */
export const EDITOR_FOLDERS = [
  '.vscode',
  '.cursor',
  '.zed',
  '.windsurf',
  '.helix',
  '.fleet',
  '.idea',
  '.run',
  '.vs',
  '.nova',
  '.theia',
  '.vim',
] as const

/** Start-up files of editors. */
export const EDITOR_FILES = [
  '.exrc',
  '.vimrc',
  '.lvimrc',
  '.nvimrc',
  '.nvim.lua',
  '.lazy.lua',
  '.vimspector.json',
  '.dir-locals.el',
  '.dir-locals-2.el',
] as const

/** Folders of agents. That of Claude Code has a guard of its own. */
export const AGENT_FOLDERS = [
  '.codex',
  '.gemini',
  '.opencode',
  '.kiro',
  '.qwen',
  '.roo',
  '.amazonq',
  '.augment',
  '.continue',
  '.factory',
  '.junie',
  '.kilo',
  '.kilocode',
  '.pi',
  '.trae',
] as const

/** Settings files of agents. */
export const AGENT_FILES = [
  'opencode.json',
  'opencode.jsonc',
  '.aider.conf.yml',
  'crush.json',
  '.crush.json',
  'kilo.json',
  'kilo.jsonc',
] as const
