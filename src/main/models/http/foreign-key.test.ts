import { expect, it } from 'vitest'
import { KNOWN_PROVIDERS } from '#shared/model/known-providers.ts'
import { Secret } from '../../lib/secret.ts'
import { refuseForeignKey } from './foreign-key.ts'
import { keyHeaders } from './key-headers.ts'

const { openai, anthropic, google } = KNOWN_PROVIDERS

it.each([
  ['sk-ant-api03-x', openai.baseUrl, 'a key of Anthropic, so it was not sent to OpenAI'],
  [' sk-proj-x', anthropic.baseUrl, 'a key of OpenAI, so it was not sent to Anthropic'],
  ['gsk_x', `${google.baseUrl}/openai`, 'a key of Groq, so it was not sent to Google'],
])('refuses %j at %s before a request', (key, baseUrl, words) => {
  expect(() => keyHeaders('openai-completions', new Secret(key), baseUrl)).toThrow(words)
})

it.each([
  ['sk-ant-x', anthropic.baseUrl],
  ['sk-x', openai.baseUrl],
  ['sk-x', KNOWN_PROVIDERS.deepseek.baseUrl],
  ['sk-ant-x', 'http://127.0.0.1:8080/v1'],
  ['AIzaX', 'https://us-central1-aiplatform.googleapis.com/v1'],
])('lets %j through at %s', (key, baseUrl) => {
  expect(() => refuseForeignKey(new Secret(key), baseUrl)).not.toThrow()
})
