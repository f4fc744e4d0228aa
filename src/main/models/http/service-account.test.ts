import { createVerify, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { Secret } from '../../lib/secret.ts'
import type { HttpAnswer } from './http-answer.ts'
import type { HttpQuestion } from './http-fetch.ts'
import { createServiceAccounts } from './service-account.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const account = {
  type: 'service_account',
  client_email: 'orrery@tide.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  token_uri: 'https://evil.example/token',
}
const never = new AbortController().signal

function open(status = 200) {
  const asked: { address: string; question: HttpQuestion }[] = []
  const hidden: string[] = []
  let now = 1_000_000
  const pass = (ms: number): void => {
    now += ms
  }
  const exchange = createServiceAccounts({
    clock: { now: () => now },
    hide: (token) => void hidden.push(token),
    fetch: async (address, question = {}) => {
      asked.push({ address: String(address), question })
      const body = JSON.stringify({ access_token: `ya29.${asked.length}`, expires_in: 3_600 })
      return {
        ok: status === 200,
        status,
        headers: new Map(),
        body: [Buffer.from(body)],
      } as unknown as HttpAnswer
    },
  })
  return { asked, hidden, exchange, pass }
}

it('signs for a token of Google, wherever the file says to ask, and hides it', async () => {
  const { asked, hidden, exchange } = open()
  const token = await exchange(new Secret(JSON.stringify(account)), never)
  expect(token.reveal()).toBe('ya29.1')
  expect(hidden).toEqual(['ya29.1'])
  expect(asked.map(({ address }) => address)).toEqual(['https://oauth2.googleapis.com/token'])
  const form = new URLSearchParams(String(asked[0]?.question.body))
  const [header = '', claims = '', signature = ''] = form.get('assertion')?.split('.') ?? []
  const isSigned = createVerify('RSA-SHA256')
    .update(`${header}.${claims}`)
    .verify(publicKey, signature, 'base64url')
  expect(isSigned).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    iss: account.client_email,
    aud: 'https://oauth2.googleapis.com/token',
    iat: 1_000,
    exp: 4_600,
  })
})

it('keeps a token until it is about to expire', async () => {
  const { exchange, pass } = open()
  const secret = new Secret(JSON.stringify(account))
  expect((await exchange(secret, never)).reveal()).toBe('ya29.1')
  pass(50 * 60_000)
  expect((await exchange(secret, never)).reveal()).toBe('ya29.1')
  pass(6 * 60_000)
  expect((await exchange(secret, never)).reveal()).toBe('ya29.2')
})

it('leaves other keys alone', async () => {
  const { asked, exchange } = open()
  for (const key of ['sk-plain', '{broken', '{"type":"user"}']) {
    const secret = new Secret(key)
    expect(await exchange(secret, never)).toBe(secret)
  }
  expect(asked).toEqual([])
})

it('names the account that was refused, and a key that is none', async () => {
  await expect(open(401).exchange(new Secret(JSON.stringify(account)), never)).rejects.toThrow(
    account.client_email,
  )
  const broken = new Secret(JSON.stringify({ ...account, private_key: 'nothing' }))
  await expect(open().exchange(broken, never)).rejects.toThrow(/private key/)
})
