import { ApiKeyRef, type ModelConfig, type UserConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import type { MODEL_CALLS } from '#shared/ipc/calls/model-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ProviderFigures } from '#shared/model/figures.ts'
import { PRACTICE_ID, PRACTICE_PROVIDER, PROVIDER_NAMES } from '#shared/model/known-providers.ts'
import type { DetectedServer, ModelListing } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import type { Config } from '../config/load-config.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { ConnectionTest } from '../models/catalogue/test-connection.ts'
import type { ChatGptSession } from '../models/sign-in/chatgpt-session.ts'
import type { ChatGptSignIn } from '../models/sign-in/chatgpt-sign-in.ts'
import type { KeySignIn } from '../models/sign-in/key-sign-in.ts'
import type { SendRooms } from './send-message.ts'

type Rooms = {
  readonly catalog: Catalog
  readonly config: Config
  readonly lookForServers: () => Promise<readonly DetectedServer[]>
  readonly connection: ConnectionTest
  readonly keySignIn: KeySignIn
  readonly chatGpt: {
    readonly signIn: ChatGptSignIn
    readonly signOut: ChatGptSession['signOut']
  }
  readonly modelOfNewChat: SendRooms['modelOfNewChat']
  readonly figuresOfProviders: (days: number) => readonly ProviderFigures[]
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for models. Changes go to `config.toml`, where a person can read them. */
export function createModelHandlers(rooms: Rooms): Pick<Handlers, keyof typeof MODEL_CALLS> {
  const { catalog, config } = rooms
  return {
    'model.ofNewChat': async ({ projectId, agentId }) => {
      const { model } = await rooms.modelOfNewChat(projectId, agentId)
      return { model }
    },
    'model.list': () => catalog.list(),
    'model.figures': ({ days }) => rooms.figuresOfProviders(days),
    'model.detect': () => rooms.lookForServers(),
    'model.test': (proposal) => rooms.connection.test(proposal, rooms.signal),
    'model.signIn': async ({ provider }) => {
      const signIn = provider === 'openai' ? rooms.chatGpt.signIn : rooms.keySignIn
      await signIn.start(rooms.signal)
      return null
    },
    'model.cancelSignIn': async () => {
      rooms.keySignIn.cancel()
      rooms.chatGpt.signIn.cancel()
      return null
    },
    'model.signOut': async () => ({ told: await rooms.chatGpt.signOut(rooms.signal) }),
    'model.save': async ({ config: model }) => {
      await config.saveModel(model)
      return catalog.list()
    },
    'model.remove': async ({ ref }) => {
      const listing = find(catalog, ref)
      if (listing.source !== 'config') {
        throw AppError.saying('config.invalid', say('model.notInFile', { model: listing.label }))
      }
      await config.removeModel(ref)
      return catalog.list()
    },
    'model.setDefault': async ({ ref }) => {
      await config.setDefaultModel(configOf(find(catalog, ref), config.current()))
      return catalog.list()
    },
    'model.setRole': async ({ role, ref }) => {
      await config.setRole(role, ref === null ? null : find(catalog, ref).ref)
      return catalog.list()
    },
    'model.offered': () => catalog.offered(),
    'model.known': ({ provider }) => catalog.known(provider),
    'model.named': async ({ name, near }) => {
      await catalog.offered()
      const found = catalog.named(name, near ?? catalog.defaultRef())
      return found === undefined ? null : catalog.listingOf(found.ref)
    },
    'model.add': async ({ ref }) => {
      const listing = find(catalog, ref)
      if (listing.source === 'catalogue') await config.saveModel(configOf(listing, config.current()))
      return catalog.list()
    },
  }
}

function find(catalog: Catalog, ref: string): ModelListing {
  const listing = catalog.listingOf(ref)
  if (listing !== null) return listing
  throw AppError.saying('llm.not_found', say('model.gone', { model: ref }))
}

/** Returns the settings entry of a chosen model: the existing one, or one from a detected server. */
function configOf(listing: ModelListing, config: UserConfig): ModelConfig {
  const { provider, id } = listing
  const written = [config.model, ...Object.values(config.models ?? {})].find(
    (model) => model?.provider === provider && model.id === id,
  )
  if (written !== undefined) return written
  if (listing.api === 'builtin' || listing.baseUrl === null) {
    return { type: 'builtin', provider: PRACTICE_PROVIDER, id: PRACTICE_ID }
  }
  const key = listing.apiKeyRef === null ? {} : { apiKeyRef: ApiKeyRef.parse(listing.apiKeyRef) }
  const named = PROVIDER_NAMES.find((name) => name === provider)
  if (listing.isByName === true && named !== undefined)
    return { type: 'builtin', provider: named, id, ...key }
  return {
    type: 'custom',
    ...key,
    api: listing.api,
    provider,
    id,
    label: listing.label,
    baseUrl: listing.baseUrl,
    contextWindow: listing.contextWindow,
    maxTokens: listing.maxOutput,
    reasoning: listing.reasoning,
    ...(listing.pictures === undefined ? {} : { pictures: listing.pictures }),
    // The catalogue has the prices of its own models.
    ...(listing.source === 'detected' ? { inputPrice: 0, outputPrice: 0 } : {}),
  }
}
