import { stringify } from 'smol-toml'
import { SETTING_LAYERS, type SettingInForce, type SettingLayer } from '#shared/config/settings-in-force.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { sameValue, settingValues } from './setting-values.ts'

type Layered = Exclude<SettingLayer, 'builtin'>

/** The settings of each layer that has some. */
export type LayerSettings = Readonly<Partial<Record<Layered, object>>>

/**
 * Lists the settings in effect with the layer of each value. `effective` holds the merged values, because some settings
 * take the strictest value of all layers and not the highest one.
 */
export function settingsInForce(effective: object, layers: LayerSettings): readonly SettingInForce[] {
  const byLayer = SETTING_LAYERS.flatMap((layer) => {
    const settings = layer === 'builtin' ? undefined : withoutNarrowing(layer, layers[layer])
    return settings === undefined ? [] : [{ layer, values: settingValues(settings) }]
  })
  const rows = [...settingValues(effective)].map(([key, value]): SettingInForce => {
    const set = byLayer.flatMap(({ layer, values }) =>
      values.has(key) ? [{ layer, value: values.get(key) }] : [],
    )
    const from = set.findLast((each) => sameValue(each.value, value))
    const hidden = set.filter((each) => each !== from && !sameValue(each.value, value))
    return {
      key,
      value: valueText(value),
      layer: from?.layer ?? 'builtin',
      hidden: hidden.map((each) => ({ layer: each.layer, value: valueText(each.value) })),
    }
  })
  return [...rows.sort((a, b) => (a.key < b.key ? -1 : 1)), ...narrowingOf(layers), ...rulesOf(layers)]
}

/** The layers whose changes to agents only take rights away, and so apply beside those of other layers. */
const NARROWING = ['project', 'local'] as const

function withoutNarrowing(layer: Layered, settings: object | undefined): object | undefined {
  if (settings === undefined || (layer !== 'project' && layer !== 'local')) return settings
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key !== 'agents'))
}

function narrowingOf(layers: LayerSettings): readonly SettingInForce[] {
  return NARROWING.flatMap((layer) => {
    const { agents = {} }: { readonly agents?: object } = layers[layer] ?? {}
    const values = [...settingValues({ agents })]
    return values.map(([key, value]) => ({ key, value: valueText(value), layer, hidden: [] }))
  })
}

/** Every rule of every layer applies: the strictest of them decides. */
function rulesOf(layers: LayerSettings): readonly SettingInForce[] {
  return SETTING_LAYERS.flatMap((layer) => {
    const settings: { readonly permissions?: readonly PermissionRule[] } =
      layer === 'builtin' ? {} : (layers[layer] ?? {})
    return (settings.permissions ?? []).map(({ tool, pattern, action }) => ({
      key: 'permissions',
      value: `${action} ${pattern === undefined ? tool : `${tool}(${pattern})`}`,
      layer,
      hidden: [],
    }))
  })
}

/** The most characters of a value in the list. */
const LONGEST_VALUE = 300

function valueText(value: unknown): string {
  const text = stringify({ v: value }).trim().replace(/^v = /, '')
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}
