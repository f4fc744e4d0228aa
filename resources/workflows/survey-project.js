export const meta = {
  name: 'survey-project',
  description: 'Finds the parts of a project, looks at each one, and writes a report that a newcomer can start from.',
  phases: [
    { title: 'Find parts', detail: 'One agent lists what the project is made of.' },
    { title: 'Look at each', detail: 'One agent for each part.' },
    { title: 'Report', detail: 'One agent puts it together.' },
  ],
  args: {
    type: 'object',
    properties: {
      folder: { type: 'string', format: 'path', description: 'The folder to survey. The whole project unless given.' },
      most: { type: 'integer', minimum: 1, maximum: 40, description: 'The most parts to look at. 12 unless given.' },
    },
    additionalProperties: false,
  },
}

const folder = args.folder ?? '.'
const most = args.most ?? 12

phase('Find parts')
const found = await agent(
  `List the parts that the folder "${folder}" of this project is made of: the folders and files at its top that a newcomer should know. Leave out what is generated, downloaded or hidden. For each give its path relative to the project, and in a few words what it seems to be.

\`\`\`practice
list ${folder}
\`\`\``,
  {
    label: 'Find the parts',
    tools: ['list', 'glob', 'read'],
    schema: {
      type: 'object',
      properties: {
        parts: {
          type: 'array',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, what: { type: 'string' } },
            required: ['path', 'what'],
            additionalProperties: false,
          },
        },
      },
      required: ['parts'],
      additionalProperties: false,
    },
  },
)
if (found === null) return { report: null, parts: [], problem: 'The parts could not be listed.' }

// A listing may carry a heading, sizes and hidden entries.
const parts = found.parts
  .map(({ path, what }) => ({ path: path.trim().split(/\s+\(|\s{2,}|\t/)[0], what }))
  .filter(({ path }) => path !== '' && !path.endsWith(':') && !path.startsWith('.'))
if (parts.length > most) log(`There are ${parts.length} parts; the first ${most} are looked at.`)

phase('Look at each')
const looks = await parallel(
  parts.slice(0, most).map(({ path, what }) => () => {
    const place = folder === '.' || path.startsWith(`${folder}/`) ? path : `${folder}/${path}`
    const command = path.endsWith('/') ? 'list' : 'read'
    return agent(
      `Look at "${place}" of this project. Somebody described it as: ${JSON.stringify(what)}. Say in at most ten lines what it does, what it depends on, where to start reading, and what looks unfinished or risky. Name files.

\`\`\`practice
${command} "${place}"
\`\`\``,
      { label: place, tools: ['list', 'glob', 'grep', 'read'] },
    )
  }),
)
const notes = parts.slice(0, most).flatMap(({ path }, at) => (looks[at] === null ? [] : [{ path, note: looks[at] }]))
if (notes.length === 0) return { report: null, parts: notes, problem: 'No part could be looked at.' }

phase('Report')
const report = await agent(
  `Write a survey of this project in Markdown from the notes below: what it is for, its parts in the order a newcomer should read them, how they hang together, and what needs care. At most 80 lines. Do not invent anything the notes do not say.

Notes, as JSON: ${JSON.stringify(notes)}

\`\`\`practice
say Surveyed ${notes.length} parts: ${notes.map(({ path }) => path).join(', ')}
\`\`\``,
  { label: 'Write the report', tools: ['read'] },
)
return { report, parts: notes }
