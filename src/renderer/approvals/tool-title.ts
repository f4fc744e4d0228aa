import { tools } from '../messages/en/tools.ts'
import type { Text } from '../messages/TextProvider.tsx'
import { titled } from '../ui/base/titled.ts'

type Known = keyof typeof tools extends infer Key
  ? Key extends `tools.name.${infer Name}`
    ? Name
    : never
  : never

/** The name of a tool as people read it: `bash` is Bash. One of a server or an extension has only its own name. */
export function toolTitle(name: string, t: Text): string {
  if (name === '') return t('tools.one')
  const ofServer = /^mcp__(.+?)__(.+)$/.exec(name)
  if (ofServer !== null) return `${ofServer[1]}: ${ofServer[2]}`
  return isKnown(name) ? t(`tools.name.${name}`) : titled(name.replaceAll('_', ' '))
}

const isKnown = (name: string): name is Known => Object.hasOwn(tools, `tools.name.${name}`)
