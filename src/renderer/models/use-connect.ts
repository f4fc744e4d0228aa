import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KnownModels } from '#shared/model/catalogue.ts'
import type { Effort } from '#shared/model/efforts.ts'
import { problemOf } from '../api.ts'
import type { Data } from '../data/data.ts'
import type { AppStore } from '../store/app-store.ts'
import { type Check, configOfChoice, type Pick, picksOf, suggestedPick } from './connect-state.ts'
import { type Place, type PlaceField, type ProviderChoice, secretOfWay, type Way } from './providers.ts'

export type PlaceValues = Readonly<Record<PlaceField, string>>
const NO_VALUES: PlaceValues = { resource: '', project: '', location: 'global', address: 'https://' }

export type Connect = ReturnType<typeof useConnect>

type Props = { readonly api: Data; readonly app: AppStore }

/** The three steps of connecting a provider: choose it, check its key, pick a model. */
export function useConnect({ api, app }: Props) {
  const [provider, setProvider] = useState<ProviderChoice | null>(null)
  const [values, setValues] = useState(NO_VALUES)
  const [protocol, setProtocol] = useState<Place['api']>('openai-completions')
  const known = useKnownModels({ api, app }, provider?.id ?? null)
  const [way, setWay] = useState<Way>('key')
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const [pick, setPick] = useState<Pick | null>(null)
  const [effort, setEffort] = useState<Effort | null>(null)
  const [small, setSmall] = useState('')
  const turn = useRef(0)
  const place = provider?.place(values, protocol) ?? null
  const secret = provider === null ? '' : secretOfWay(way, provider, place)
  const served = check.state === 'done' ? check.report.models : NO_IDS
  const picks = useMemo(() => picksOf(known, served), [known, served])

  const restart = useCallback(() => {
    turn.current += 1
    setCheck({ state: 'idle' })
    setPick(null)
  }, [])
  const payBy = (next: Way) => {
    restart()
    setWay(next)
  }
  const choose = useCallback(
    (next: ProviderChoice) => {
      restart()
      setWay('key')
      setProvider(next)
      setEffort(null)
      setSmall('')
    },
    [restart],
  )

  const reset = () => {
    restart()
    setProvider(null)
  }

  /** Checks the connection with the stored key, or without one. */
  const runCheck = useCallback(
    async (withKey: boolean): Promise<boolean> => {
      if (place === null) return false
      turn.current += 1
      const mine = turn.current
      setCheck({ state: 'running' })
      const result = await resultOf(api, { ...place, id: '' }, withKey ? secret : null)
      if (mine !== turn.current) return false
      setCheck(result)
      return result.state === 'done'
    },
    [api, place, secret],
  )

  /** Puts a key into the vault, then checks it. */
  const saveKey = async (value: string): Promise<boolean> => {
    setCheck({ state: 'running' })
    const problem = await storeKey({ api, app }, secret, value)
    if (problem === null) return runCheck(true)
    setCheck({ state: 'failed', problem, report: null })
    return false
  }

  const chosen = pick ?? (check.state === 'done' ? suggestedPick(known, picks) : null)

  /** Writes the choice down and makes it the default model. */
  const start = async (hasKey: boolean): Promise<string | null> => {
    if (provider === null || place === null || chosen === null) return null
    const config = configOfChoice({ provider, place, secret: hasKey ? secret : null, pick: chosen, effort })
    return saveDefault({ api, app }, config, small)
  }

  return {
    provider,
    choose,
    reset,
    values,
    setValues,
    protocol,
    setProtocol,
    place,
    secret,
    way,
    payBy,
    check,
    runCheck,
    saveKey,
    known,
    picks,
    chosen,
    setPick,
    effort,
    setEffort,
    small,
    setSmall,
    start,
  }
}

/** Checks a connection with a secret of the vault, or without one. */
async function resultOf(
  api: Data,
  proposal: Place & { readonly id: string },
  secret: string | null,
): Promise<Check> {
  const key = secret === null ? {} : { apiKeyRef: `vault:${secret}` }
  try {
    const report = await api.command('model.test', { ...proposal, ...key })
    return report.ok ? { state: 'done', report } : { state: 'failed', problem: '', report }
  } catch (error) {
    return { state: 'failed', problem: problemOf(error).message, report: null }
  }
}

/** Puts a key into the vault. Returns the reason why it could not be stored; null when it is. */
async function storeKey({ api, app }: Props, name: string, value: string): Promise<string | null> {
  try {
    await api.command('vault.set', { kind: 'secret', name, value })
    await app.loadVault()
    return null
  } catch (error) {
    return problemOf(error).message
  }
}

/** Stores the default model and the small one. Returns the reference of the default. */
async function saveDefault(
  { api, app }: Props,
  config: ReturnType<typeof configOfChoice>,
  small: string,
): Promise<string> {
  const ref = `${config.provider}/${config.id}`
  await api.command('model.save', { config })
  await api.command('model.setDefault', { ref })
  if (small !== '') await api.command('model.setRole', { role: 'small', ref: `${config.provider}/${small}` })
  await app.loadModels()
  return ref
}

/** The catalogue's models of a provider; null until they are read. */
function useKnownModels({ api, app }: Props, provider: string | null): KnownModels | null {
  const [known, setKnown] = useState<KnownModels | null>(null)
  useEffect(() => {
    setKnown(null)
    if (provider === null) return
    let isNewest = true
    api.read('model.known', { provider }).then(
      (models) => {
        if (isNewest) setKnown(models)
      },
      (error: unknown) => app.notify('error', problemOf(error).message),
    )
    return () => {
      isNewest = false
    }
  }, [api, app, provider])
  return known
}

const NO_IDS: readonly string[] = []
