import type { UserConfig } from '#shared/config/config.ts'
import type { ContextProfile, ContextTable } from '#shared/config/context-table.ts'
import type { ChatPolicy } from '#shared/context/chat-policy.ts'
import { applied, type ConfigChange } from './edit-models.ts'
import type { TableEdit, TomlValue } from './toml/toml-edit.ts'

/** Returns what the person's file says about requests, profiles and old chats. */
export function chatPolicyOf({ context = {}, runs = {} }: UserConfig): ChatPolicy {
  const { requests, profile, profiles = {}, models = {} } = partsOf(context)
  return { archiveDays: runs.sessionTtl ?? null, requests, profile: profile ?? null, profiles, models }
}

/** Writes the same, keeping the settings for long chats and all others. */
export function withChatPolicy({
  archiveDays,
  requests,
  profile,
  profiles,
  models,
}: ChatPolicy): ConfigChange {
  return (text, config) => {
    const before = config.context ?? {}
    const { sessionTtl: _, ...otherRuns } = config.runs ?? {}
    const runs = archiveDays === null ? otherRuns : { ...otherRuns, sessionTtl: archiveDays }
    const { window, ...long } = partsOf(before).long
    const { truncation, ...plain } = requests
    const values = { ...long, ...plain, ...(profile === null ? {} : { profile }) }
    const context: ContextTable = {
      ...values,
      ...(window === undefined ? {} : { window }),
      ...(truncation === undefined || truncation.length === 0 ? {} : { truncation }),
      ...(Object.keys(profiles).length === 0 ? {} : { profiles }),
      ...(Object.keys(models).length === 0 ? {} : { models }),
    }
    const gone = Object.keys(before.profiles ?? {}).filter((name) => !Object.hasOwn(profiles, name))
    return applied(text, withTables(config, { context, runs }), [
      { path: ['runs'], values: tableOrNone(runs) },
      { path: ['context'], values: tableOrNone(values) },
      ...gone.flatMap((name) => profileEdits(name, null)),
      ...Object.entries(profiles).flatMap(([name, each]) => profileEdits(name, each)),
      { path: ['context', 'models'], values: tableOrNone(models) },
    ])
  }
}

/** Splits a table into the keys of long chats, those of requests, and profiles. */
function partsOf({
  maxInputTokens,
  autoCompact,
  compactAt,
  window,
  profile,
  profiles,
  models,
  ...requests
}: ContextTable) {
  return {
    long: {
      ...(maxInputTokens === undefined ? {} : { maxInputTokens }),
      ...(autoCompact === undefined ? {} : { autoCompact }),
      ...(compactAt === undefined ? {} : { compactAt }),
      ...(window === undefined ? {} : { window }),
    },
    requests,
    profile,
    profiles,
    models,
  }
}

function withTables(config: UserConfig, tables: Pick<Required<UserConfig>, 'context' | 'runs'>): UserConfig {
  const { context: _context, runs: _runs, ...rest } = config
  return {
    ...rest,
    ...(Object.keys(tables.context).length === 0 ? {} : { context: tables.context }),
    ...(Object.keys(tables.runs).length === 0 ? {} : { runs: tables.runs }),
  }
}

/** A profile as the file has it: its values, and its window as a table below it. */
function profileEdits(name: string, profile: ContextProfile | null): readonly TableEdit[] {
  const path = ['context', 'profiles', name]
  if (profile === null) {
    return [
      { path: [...path, 'window'], values: null },
      { path, values: null },
    ]
  }
  const { window, truncation: _, ...values } = profile
  return [
    { path, values },
    { path: [...path, 'window'], values: window === undefined ? null : { ...window } },
  ]
}

type Values = Readonly<Record<string, TomlValue>>

const tableOrNone = (values: Values): Values | null => (Object.keys(values).length === 0 ? null : values)
