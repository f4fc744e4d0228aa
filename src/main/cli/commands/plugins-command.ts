import { isAbsolute, resolve } from 'node:path'
import type { PluginConsent, PluginPreview } from '#shared/plugin/plugin.ts'
import type { Client } from '../client.ts'
import type { Command, Parsed, Scene } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { plainLine } from '../plain-line.ts'
import { printTable } from '../print-table.ts'
import { UsageError } from '../usage-error.ts'
import { LIST_OPTIONS, withClient } from '../with-client.ts'

const VERBS = ['list', 'install', 'update', 'review', 'enable', 'disable', 'remove'] as const

/** A program that an agent runs could answer at the terminal, so an open window asks as well. */
const ASKS = 'The open Orrery window asks you to confirm.\n'

type Acting = { readonly client: Client; readonly parsed: Parsed; readonly scene: Scene }

/** `orrery plugins`: the installed plugins. Installing shows the card of a plugin and asks, or needs `--yes`. */
export const PLUGINS: Command = {
  name: 'plugins',
  summary: 'list, install, update, review, switch or remove plugins',
  usage:
    '[list | install <source> | update <name> | review <name> | enable <name> | disable <name> | remove <name>]',
  words: VERBS,
  options: {
    yes: { type: 'boolean', help: 'agree to what the card of the plugin shows' },
    inside: { type: 'string', value: 'folder', help: 'the folder of the plugin in a marketplace' },
    ...LIST_OPTIONS,
  },
  run: async (parsed, scene) => {
    const [verb = 'list', word, ...more] = parsed.words
    const known = VERBS.find((each) => each === verb)
    if (known === undefined || more.length > 0 || (known === 'list') !== (word === undefined)) {
      throw new UsageError('See orrery plugins --help.')
    }
    return withClient(scene, async (client) => {
      const acting: Acting = { client, parsed, scene }
      if (known === 'list' || word === undefined) return list(acting)
      if (known === 'install') return install(word, acting)
      if (known === 'update') return update(word, acting)
      if (known === 'review') {
        return settle(await client.call('plugins.review', { name: word }), parsed.is('yes'), acting)
      }
      if (client.isWindow) scene.terminal.err(ASKS)
      if (known === 'remove') await client.call('plugins.remove', { name: word })
      else await client.call('plugins.turn', { name: word, on: known === 'enable' })
      return EXIT_CODES.done
    })
  },
}

async function list({ client, parsed, scene }: Acting): Promise<number> {
  const { plugins, problem } = await client.call('plugins.list', {})
  const rows = plugins.map(({ name, version, state, source }) => [
    name,
    version === '' ? '-' : version,
    state,
    source.kind === 'git' ? source.url : source.path,
  ])
  scene.terminal.out(parsed.text('output') === 'json' ? `${JSON.stringify(plugins)}\n` : printTable(rows))
  if (problem !== null) scene.terminal.err(`${problem.message}\n`)
  return problem === null ? EXIT_CODES.done : EXIT_CODES.failed
}

/** An address is taken as it is; any other source is a path from the current folder. */
async function install(typed: string, acting: Acting): Promise<number> {
  const { client, parsed, scene } = acting
  const isAddress = /^[a-z]+:\/\//i.test(typed) || typed.startsWith('git@') || typed.startsWith('~')
  const source = isAddress || isAbsolute(typed) ? typed : resolve(scene.cwd, typed)
  const opened = await client.call('plugins.open', { source, inside: parsed.text('inside') })
  if (opened.kind === 'preview') return settle(opened.preview, parsed.is('yes'), acting)
  scene.terminal.out(
    printTable(opened.offers.map(({ name, inside, address }) => [name, inside ?? address ?? '-'])),
  )
  scene.terminal.err('This is a marketplace. Choose one with --inside <folder>, or install its address.\n')
  return EXIT_CODES.denied
}

/** An update without further rights needs no consent. */
async function update(name: string, acting: Acting): Promise<number> {
  const { client, parsed, scene } = acting
  const preview = await client.call('plugins.checkUpdate', { name })
  if (preview === null) {
    scene.terminal.out(`${name} is up to date.\n`)
    return EXIT_CODES.done
  }
  const isAgreed = preview.update?.grows === false && !preview.update.otherSource
  return settle(preview, parsed.is('yes') || isAgreed, acting)
}

async function settle(preview: PluginPreview, agrees: boolean, { client, scene }: Acting): Promise<number> {
  scene.terminal.out(cardText(preview))
  const { id, card } = preview
  if (agrees || (await scene.terminal.confirm(`Install ${plainLine(card.name)} as shown?`))) {
    if (client.isWindow) scene.terminal.err(ASKS)
    await client.call('plugins.install', { id })
    scene.terminal.out(`${card.name} is installed.\n`)
    return EXIT_CODES.done
  }
  await client.call('plugins.discard', { id })
  scene.terminal.err('Nothing was installed. To agree to the card above, add --yes.\n')
  return EXIT_CODES.denied
}

function cardText({ card, update: changes }: PluginPreview): string {
  const { name, version, description, parts, tokens, problems, namedHosts } = card
  const named = Object.entries(parts).filter(([, names]) => names.length > 0)
  const lines = [
    `${name} ${version}`.trim(),
    description,
    ...named.map(([part, names]) => `adds ${part}: ${names.join(', ')}`),
    `tokens: ${tokens.always} in every request, up to ${tokens.whenUsed} more when used`,
    ...consentLines(card),
    ...(namedHosts.length === 0 ? [] : [`its files also name: ${namedHosts.join(', ')}`]),
    ...problems.map(({ file, message }) => `not used: ${file}: ${message}`),
    ...(changes === null
      ? []
      : [
          ...changes.added.map((path) => `added file: ${path}`),
          ...changes.changed.map((path) => `changed file: ${path}`),
          ...changes.removed.map((path) => `removed file: ${path}`),
          ...(changes.grows ? ['asks for further rights:', ...consentLines(changes.more)] : []),
        ]),
  ]
  return `${lines
    .filter((line) => line !== '')
    .map(plainLine)
    .join('\n')}\n`
}

const consentLines = ({ processes, hosts, rights }: PluginConsent): readonly string[] => [
  ...processes.map(({ kind, name, when, command }) => `starts ${kind} ${name} ${when}: ${command}`),
  ...hosts.map((host) => `connects to: ${host}`),
  ...rights.map(({ kind, about }) => `may: ${kind} ${about}`.trim()),
]
