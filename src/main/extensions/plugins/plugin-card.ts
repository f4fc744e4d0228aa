import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PluginCard, PluginConsent, PluginProcess, PluginRight } from '#shared/plugin/plugin.ts'
import { skillIndex } from '../skills/skill-index.ts'
import type { PluginContent } from './plugin-content.ts'
import type { PluginFile } from './plugin-files.ts'
import { type PluginPlace, variablesOf } from './plugin-servers.ts'

type Described = {
  readonly content: PluginContent
  /** The folder that holds the files now, and the place of the installed plugin. */
  readonly folder: string
  readonly place: PluginPlace
  readonly files: readonly PluginFile[]
  readonly countTokens: (text: string) => number
}

/** Describes a plugin to the person: what it adds, starts, reaches and may see. */
export async function describePlugin(described: Described): Promise<PluginCard> {
  const { content, place, files } = described
  const { manifest, skills, commands, agents, hooks, tools, servers, problems } = content
  const { name, version, description, author, homepage, form } = manifest
  const { processes, hosts, rights } = consentOf(content, place)
  return {
    name,
    version,
    description,
    author,
    homepage,
    form,
    problems,
    processes,
    hosts,
    rights,
    parts: {
      skills: skills.map((skill) => skill.name),
      commands: commands.map((command) => command.name),
      agents: agents.map(({ definition }) => definition.id),
      hooks: hooks.map(({ form: own, hook }) => own?.event ?? hook.on),
      servers: [...servers.keys()],
      tools: tools.map(({ id }) => id),
      styles: content.styles.map((style) => style.name),
    },
    tokens: tokensOf(described),
    namedHosts: (await hostsInFiles(described)).filter((host) => !hosts.includes(host)),
    files: files.length,
    size: files.reduce((sum, file) => sum + file.size, 0),
  }
}

/** Returns the rights that a plugin needs. Paths of the plugin are written as `PLUGIN`. */
export function consentOf(content: PluginContent, place: PluginPlace): PluginConsent {
  const { hooks, tools, servers, commands } = content
  const shown = (text: string) => text.replaceAll(place.root, 'PLUGIN').replaceAll(place.data, 'PLUGIN_DATA')
  const processes: PluginProcess[] = [
    ...hooks.map(({ id, hook, form }) => ({
      kind: 'hook' as const,
      name: id,
      when: form?.event ?? hook.on,
      command: shown(hook.command),
    })),
    ...[...servers].flatMap(([name, { command, args = [] }]) =>
      command === undefined
        ? []
        : [{ kind: 'server' as const, name, when: '', command: shown([command, ...args].join(' ')) }],
    ),
    ...tools.map(({ id, tool }) => ({
      kind: 'tool' as const,
      name: id,
      when: '',
      command: shown(tool.command),
    })),
    ...commands.flatMap(({ name, text }) =>
      [...text.matchAll(/!`([^`\n]+)`/g)].map(([, command = '']) => ({
        kind: 'command' as const,
        name,
        when: '',
        command: shown(command),
      })),
    ),
  ]
  const hosts = [...servers.values()].flatMap(({ url }) => (url === undefined ? [] : [new URL(url).host]))
  return { processes, hosts: [...new Set(hosts)].sort(), rights: rightsOf(content) }
}

const HOOK_RIGHTS: Readonly<Record<string, PluginRight['kind']>> = {
  'prompt.submit': 'sees-messages',
  'tool.before': 'changes-calls',
  'tool.after': 'sees-results',
  'run.stop': 'continues-runs',
}

function rightsOf({ hooks, servers }: PluginContent): readonly PluginRight[] {
  const ofHooks = new Set(hooks.flatMap(({ hook }) => HOOK_RIGHTS[hook.on] ?? []))
  const names = new Set([...servers.values()].flatMap(variablesOf))
  return [
    ...[...ofHooks].sort().map((kind) => ({ kind, about: '' })),
    ...[...names].sort().map((about) => ({ kind: 'variable' as const, about })),
  ]
}

/** Returns the rights of a plugin that an earlier consent does not hold. */
export function moreConsent(before: PluginConsent, now: PluginConsent): PluginConsent {
  const missing = <T>(had: readonly T[], has: readonly T[]): readonly T[] => {
    const known = new Set(had.map((each) => JSON.stringify(each)))
    return has.filter((each) => !known.has(JSON.stringify(each)))
  }
  return {
    processes: missing(before.processes, now.processes),
    hosts: missing(before.hosts, now.hosts),
    rights: missing(before.rights, now.rights),
  }
}

function tokensOf({ content, countTokens }: Described): PluginCard['tokens'] {
  const { skills, agents, tools, commands, styles } = content
  const always = [
    skillIndex(skills),
    ...agents.map(({ definition }) => `- ${definition.id}: ${definition.description}`),
    ...tools.map(({ id, tool }) => `${id} ${tool.description} ${JSON.stringify(tool.schema ?? {})}`),
  ]
  const whenUsed = [
    ...skills.map(({ text }) => text),
    ...agents.map(({ definition }) => definition.persona),
    ...commands.map(({ text }) => text),
    ...styles.map(({ text }) => text),
  ]
  const sum = (texts: readonly string[]) =>
    texts.reduce((total, text) => total + (text === '' ? 0 : countTokens(text)), 0)
  return { always: sum(always), whenUsed: sum(whenUsed) }
}

/** Files that are read for addresses: programs and scripts, up to this size each and together, in bytes. */
const SCRIPT = /\.(?:[cm]?js|ts|py|rb|pl|php|sh|bash|zsh|ps1|bat|cmd|json|toml)$/i
const LARGEST_SCRIPT = 256 * 1024
const MOST_READ = 5 * 1024 * 1024
const MOST_HOSTS = 50

async function hostsInFiles({ content, folder, place, files }: Described): Promise<readonly string[]> {
  const texts: string[] = consentOf(content, place).processes.map(({ command }) => command)
  let read = 0
  for (const { path, size, isProgram } of files) {
    if (!(SCRIPT.test(path) || isProgram) || size > LARGEST_SCRIPT || read + size > MOST_READ) continue
    read += size
    texts.push((await readFile(join(folder, path))).toString('latin1'))
  }
  const hosts = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:https?|wss?):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi)].map(([, host = '']) =>
      host.toLowerCase(),
    ),
  )
  // The address of the format is an identifier; no client retrieves it.
  return [...new Set(hosts)]
    .filter((host) => host !== 'agent-plugins.org')
    .sort()
    .slice(0, MOST_HOSTS)
}
