// Runs one built bench in a process of its own, so that none slows or warms up another, and writes its lines.
//   node run-one.mjs <built bench> <context as JSON> <file for the lines>
import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

const [file = '', context = '{}', answer = ''] = process.argv.slice(2)
const { default: bench } = await import(pathToFileURL(file).href)
await writeFile(answer, JSON.stringify(await bench(JSON.parse(context))))
// A socket or a timer that is left open must not hold up the table.
process.exit(0)
