import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KnownModels } from '#shared/model/catalogue.ts'
import type { Effort } from '#shared/model/efforts.ts'
import { problemOf } from '../api.ts'
import type { Data } from '../data/data.ts'
import type { AppStore } from '../store/app-store.ts'
import { type Check, configOfChoice, type Pick, picksOf, suggestedPick } from './connect-state.ts'
import {
  type Place,
  type PlaceField,
  type ProviderChoice,
  secretNameOf,
  settingsNameOf,
} from './providers.ts'

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
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const [pick, setPick] = useState<Pick | null>(null)
  const [effort, setEffort] = useState<Effort | null>(null)
  const [small, setSmall] = useState('')
  const turn = useRef(0)
  const place = provider?.place(values, protocol) ?? null
  const secret = provider === null ? '' : secretNameOf(provider, place)
  const served = check.state === 'done' ? check.report.models : NO_IDS
  const picks = useMemo(() => picksOf(known, served), [known, served])

  const choose = useCallback((next: ProviderChoice) => {
    turn.current += 1
    setProvider(next)
    setCheck({ state: 'idle' })
    setPick(null)
    setEffort(null)
    setSmall('')
  }, [])

  /** Goes back to the list of providers. */
  const reset = () => {
    turn.current += 1
    setProvider(null)
    setCheck({ state: 'idle' })
    setPick(null)
  }

  /** Checks the connection with the stored key, or without one. */
  const runCheck = useCallback(
    async (withKey: boolean): Promise<boolean> => {
      if (place === null) return false
      turn.current += 1
      const mine = turn.current
      setCheck({ state: 'running' })
      const key = withKey ? { apiKeyRef: `vault:${secret}` } : {}
      try {
        const report = await api.command('model.test', { ...place, id: '', ...key })
        if (mine !== turn.current) return false
        setCheck(report.ok ? { state: 'done', report } : { state: 'failed', problem: '', report })
        return report.ok
      } catch (error) {
        if (mine === turn.current)
          setCheck({ state: 'failed', problem: problemOf(error).message, report: null })
        return false
      }
    },
    [api, place, secret],
  )

  /** Puts a key into the vault, then checks it. */
  const saveKey = async (value: string): Promise<boolean> => {
    setCheck({ state: 'running' })
    try {
      await api.command('vault.set', { kind: 'secret', name: secret, value })
      await app.loadVault()
    } catch (error) {
      setCheck({ state: 'failed', problem: problemOf(error).message, report: null })
      return false
    }
    return runCheck(true)
  }

  const chosen = pick ?? (check.state === 'done' ? suggestedPick(known, picks) : null)

  /** Writes the choice down and makes it the default model. */
  const start = async (hasKey: boolean): Promise<string | null> => {
    if (provider === null || place === null || chosen === null) return null
    const config = configOfChoice({ provider, place, secret: hasKey ? secret : null, pick: chosen, effort })
    const smallRef = small === '' ? null : `${settingsNameOf(provider, place)}/${small}`
    return saveDefault({ api, app }, config, smallRef)
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

/** Stores the default model and the small one. Returns the reference of the default. */
async function saveDefault(
  { api, app }: Props,
  config: ReturnType<typeof configOfChoice>,
  smallRef: string | null,
): Promise<string> {
  const ref = `${config.provider}/${config.id}`
  await api.command('model.save', { config })
  await api.command('model.setDefault', { ref })
  if (smallRef !== null) await api.command('model.setRole', { role: 'small', ref: smallRef })
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
