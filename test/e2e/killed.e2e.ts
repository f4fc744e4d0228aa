import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../support/desktop/desktop.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { type Known, left, processesWith, treeOf } from '../support/desktop/desktop-processes.ts'
import { modelLines, tellStory } from '../support/desktop/desktop-story.ts'
import { type Part, respondAs, takeIn, use } from '../support/hosts/team-script.ts'
import { textScript } from '../support/models/model-script.ts'

const within = { timeout: PATIENCE_MS }
/** Each kind of program sleeps for a time of its own, by which it is known. */
const [PLAIN, GONE, DEAF, APART, HOOK] = [1, 2, 3, 4, 5].map((kind) => `480${kind}.${process.pid}`)
const WORDS = [PLAIN, GONE, DEAF, APART, HOOK].map(String)

const COMMAND = [
  `sleep ${PLAIN} &`,
  `nohup sleep ${PLAIN} &`,
  // Its parents are gone, and it leads a session of its own.
  `(setsid nohup sh -c 'sleep ${GONE}; true' &)`,
  `sh -c 'trap "" TERM INT HUP; while :; do sleep ${DEAF}; done' &`,
  'wait',
].join('\n')

const lead: Part = (newest) => {
  if (newest.includes('Run it')) return use('bash', { command: COMMAND })
  if (newest.includes('Begin')) return use('team_create', { name: 'readers' })
  if (newest.includes('you lead it')) return takeIn('mira')
  return textScript(newest.includes('has joined') ? 'Mira works.' : 'I wait.')
}
const mira: Part = (newest) =>
  newest.includes('Take cards') ? use('bash', { command: `sleep ${APART}` }) : textScript('I rest.')

const story = tellStory({ inOrder: true, server: { respond: respondAs({ lead, mira }) } })
let person: Person

const running = () => WORDS.filter((word) => processesWith(word).length > 0)
const named = (known: readonly Known[], name: string) => known.filter(({ command }) => command.includes(name))
const treeOfApp = () => treeOf(story.desktop().app.process().pid ?? 0)
const keepers = () => named(treeOfApp(), 'orrery-keeper')

beforeAll(async () => {
  const { baseUrl } = story.server()
  story.write('home/config.toml', `permissionMode = "bypass"\n[teams]\napart = true\n${modelLines(baseUrl)}`)
  story.write('home/hooks/slow.toml', `on = "run.status"\ncommand = "sleep ${HOOK}"\ntimeoutMs = 600000\n`)
  person = personAt((await story.start()).page)
  await person.addProject(story.project)
})

describe('everything the app has started', () => {
  let all: readonly Known[] = []

  it('has nobody to watch over it before the first program', () => {
    expect(keepers()).toEqual([])
  })

  it('has one keeper, which stands among the processes by its name', async () => {
    await person.say('Begin.')
    await person.reads('Mira works.')
    await expect.poll(running, within).toEqual([APART, HOOK])
    await person.say('Run it.')
    await expect.poll(running, within).toEqual(WORDS)
    await person.goTo('Agents')
    await person.button('Processes').click()
    const own = person.page.getByRole('table', { name: 'Orrery processes' })
    await own.getByRole('row').filter({ hasText: 'ends agent processes if Orrery is killed' }).waitFor()
    all = treeOfApp()
    const kinds = ['--type=renderer', '--type=zygote', 'node.mojom.NodeService', 'orrery-keeper', 'sleep']
    expect(kinds.filter((kind) => named(all, kind).length === 0)).toEqual([])
    expect(keepers()).toHaveLength(1)
  })

  it('is gone within seconds of the app being killed, the keeper too, and no start is needed for it', async () => {
    await story.desktop().kill()
    await expect.poll(() => [running(), left(all)], { timeout: 10_000 }).toEqual([[], []])
  })
})
