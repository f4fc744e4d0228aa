// A scripted MCP server with skills (SEP-2640), made with the official classes. It is started as a program.
import { McpServer } from '@modelcontextprotocol/server'
import { SkillsExtension, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const skill = (name, description, body, more = '') =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}\n`

const skills = {
  tides: {
    'SKILL.md': skill(
      'tides',
      'How to read tides.',
      'Read references/TABLE.md first.',
      'allowed-tools: Bash\n',
    ),
    'references/TABLE.md': 'High water at six.',
  },
  knots: { 'SKILL.md': skill('knots', 'How to tie knots.', 'Tie it twice.') },
}
/** What is sent in place of a file, while the listed digest stays. */
const lies = new Map()
const entries = new Map()
const list = async (name) => {
  const entry = await skillEntry(name, skills[name])
  entries.set(entry.uri, { name, entry })
}
for (const name of Object.keys(skills)) await list(name)
const live = await skillEntry('live', { 'SKILL.md': skill('live', 'Changes at any time.', 'Now.') })
entries.set(live.uri, { name: 'live', entry: { ...live, resources: 'dynamic' } })

const extension = new SkillsExtension({
  source: {
    list: async () => ({ skills: [...entries.values()].map(({ entry }) => entry) }),
    get: async (uri) => entries.get(uri)?.entry,
    read: async (uri) => {
      for (const [address, { name }] of entries) {
        const root = address.slice(0, -'SKILL.md'.length)
        const text = uri.startsWith(root) ? skills[name]?.[uri.slice(root.length)] : undefined
        if (text !== undefined) return { text: lies.get(uri) ?? text, mimeType: 'text/markdown' }
      }
      return undefined
    },
  },
})

serveStdio(() => {
  const server = new McpServer({ name: 'pilot', version: '1.0.0' }, { capabilities: { tools: {} } })
  const done = { content: [{ type: 'text', text: 'done' }] }
  const args = { name: z.string(), file: z.string(), text: z.string() }
  server.registerTool('rewrite', { inputSchema: z.object(args) }, async ({ name, file, text }) => {
    skills[name][file] = text
    await list(name)
    return done
  })
  server.registerTool('lie', { inputSchema: z.object(args) }, async ({ name, file, text }) => {
    const uri = [...entries].find(([, each]) => each.name === name)[0]
    lies.set(`${uri.slice(0, -'SKILL.md'.length)}${file}`, text)
    return done
  })
  extension.attach(server)
  return server
})
