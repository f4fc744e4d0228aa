import type { PluginSource } from '#shared/plugin/plugin.ts'

/** Returns the origin of a plugin in one line: an address with its commit, or a path. */
export function sourceText(source: PluginSource): string {
  const inside = source.inside === null ? '' : ` (${source.inside})`
  if (source.kind !== 'git') return `${source.path}${inside}`
  const ref = source.ref === null ? '' : `#${source.ref}`
  return `${source.url}${ref} @ ${source.commit.slice(0, 12)}${inside}`
}
