import { posix } from 'node:path'
import { z } from 'zod'
import { isPluginName, type PluginOffer } from '#shared/plugin/plugin.ts'
import { objectIn } from './plugin-manifest.ts'

export const MARKETPLACE_FILE = '.claude-plugin/marketplace.json'

const Text = z.string().max(4_000)
const Entry = z.looseObject({
  name: Text,
  description: z.exactOptional(Text),
  source: z.union([
    Text,
    z.looseObject({ repo: z.exactOptional(Text), url: z.exactOptional(Text), ref: z.exactOptional(Text) }),
  ]),
})
const Marketplace = z.looseObject({ plugins: z.array(z.unknown()).max(2_000) })

/** A plugin of a marketplace with its entry, which stands in for a missing manifest. */
export type MarketplaceEntry = {
  readonly offer: PluginOffer
  readonly entry: Readonly<Record<string, unknown>>
}

/** Reads the list of a marketplace. Entries of another form, and those that lead out of it, are left out. */
export function marketplaceEntries(text: string): readonly MarketplaceEntry[] {
  const read = Marketplace.safeParse(objectIn(text, MARKETPLACE_FILE))
  if (!read.success) return []
  return read.data.plugins.flatMap((value): MarketplaceEntry[] => {
    const parsed = Entry.safeParse(value)
    if (!parsed.success || !isPluginName(parsed.data.name)) return []
    const { name, description = '', source, ...more } = parsed.data
    const place = placeOf(source)
    if (place === null) return []
    const { strict: _, category: __, tags: ___, ...entry } = more
    return [
      {
        offer: { name, description: description.slice(0, 1_000), ...place },
        entry: { ...entry, name, description },
      },
    ]
  })
}

function placeOf(source: z.infer<typeof Entry>['source']): Pick<PluginOffer, 'inside' | 'address'> | null {
  if (typeof source === 'string') {
    const inside = insideOf(source)
    return inside === null ? null : { inside, address: null }
  }
  const { repo, url, ref } = source
  const address =
    repo !== undefined && /^[\w.-]+\/[\w.-]+$/.test(repo) ? `https://github.com/${repo}.git` : (url ?? null)
  if (address === null) return null
  return { inside: null, address: ref === undefined ? address : `${address}#${ref}` }
}

/** Returns a folder inside of another as a plain path; null for one outside. */
export function insideOf(path: string): string | null {
  const way = posix.normalize(path.replace(/\/+$/, '') || '.')
  if (posix.isAbsolute(way) || way === '..' || way.startsWith('../') || /[\\:\0]/.test(way)) return null
  return way
}
