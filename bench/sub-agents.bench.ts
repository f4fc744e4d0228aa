import { join } from 'node:path'
import { AGENTS, AT_ONCE, agentsBesideCalls } from './agents-beside-calls.ts'
import type { SideBySide } from './measure.ts'
import { atMost, type Bench, figure, type Row } from './row.ts'

/**
 * Agents of a chat against bare calls with the SDK. The target is for the runtime that the app has; plain Node, which
 * has an older engine, stands beside it.
 */
const subAgents: Bench = async ({ root, folder, electron }) => {
  const inApp = await agentsBesideCalls({ executable: electron, root, folder: join(folder, 'electron') })
  const inNode = await agentsBesideCalls({ executable: process.execPath, root, folder: join(folder, 'node') })
  return [
    atMost(
      `${AGENTS} agents, ${AT_ONCE} at once, all stored ÷ bare calls with the SDK`,
      inApp.ratio,
      '×',
      1.4,
    ),
    ...each(inApp),
    figure(`  the same in Node ${process.versions.node}`, inNode.ratio, '×'),
    ...each(inNode),
  ]
}
export default subAgents

const each = ({ ours, bare }: SideBySide): Row[] => [
  figure('  one agent', ours / AGENTS, 'ms'),
  figure('  one bare call', bare / AGENTS, 'ms'),
]
