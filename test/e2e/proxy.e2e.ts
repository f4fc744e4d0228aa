import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Desktop } from '../support/desktop/desktop.ts'
import { type Person, personAt } from '../support/desktop/desktop-person.ts'
import { modelLines, type Story, tellStory } from '../support/desktop/desktop-story.ts'
import { textScript } from '../support/models/model-script.ts'
import { officeCertificates } from '../support/models/office-certificates.ts'
import { createProxyServer, createSecureDoor, type ProxyServer } from '../support/models/proxy-server.ts'

/** An address that only a proxy knows the way to. */
const OFFICE = 'http://models.office.example/v1'
const CHAT = `${OFFICE}/chat/completions`

/** A person in a chat whose model is in the office, and the proxy that leads there. */
function tellOffice() {
  const story = tellStory({ inOrder: true })
  let proxy: ProxyServer | null = null
  beforeAll(async () => {
    proxy = await createProxyServer(story.server().port)
    story.write('home/config.toml', modelLines(OFFICE))
  })
  afterAll(() => proxy?.close())
  return {
    story,
    proxy: (): ProxyServer => {
      if (proxy === null) throw new Error('The proxy is not there yet.')
      return proxy
    },
  }
}

async function asks(story: Story, person: Person, answer: string): Promise<void> {
  story.server().enqueue(textScript(answer))
  await person.say('Are you there?')
  await person.reads(answer)
  await person.rests()
}

describe('a proxy the system is set to', () => {
  const { story, proxy } = tellOffice()
  let desktop: Desktop
  let person: Person
  const set = (config: Electron.ProxyConfig) =>
    desktop.app.evaluate(({ session }, wanted) => session.defaultSession.setProxy(wanted), config)

  it('leads to the model', async () => {
    desktop = await story.start()
    await set({ proxyRules: proxy().host })
    person = personAt(desktop.page)
    await person.addProject(story.project)
    await asks(story, person, 'Through the door.')
    expect(proxy().asked).toContainEqual({ url: CHAT, credentials: null })
  })

  it('is told in words when it wants a password, and the next message works', async () => {
    proxy().lock()
    await person.say('Again?')
    const newest = person.conversation.getByRole('article').last()
    await expect.poll(() => newest.textContent()).toMatch(/The proxy 127\.0\.0\.1:\d+ .*password.*HTTP_PROXY/)
    await person.rests()
    proxy().unlock()
    await asks(story, person, 'Through the open door.')
  })

  it('is asked for again with every request, and may be named by a script', async () => {
    const script = `function FindProxyForURL(url, host) {
      return host === 'models.office.example' ? 'PROXY ${proxy().host}' : 'PROXY 127.0.0.1:9'
    }`
    const address = `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`
    await set({ mode: 'pac_script', pacScript: address })
    const before = proxy().asked.length
    await asks(story, person, 'By the script.')
    expect(
      proxy()
        .asked.slice(before)
        .map(({ url }) => url),
    ).toContain(CHAT)
  })

  it('is passed by on the way to what runs on this machine', async () => {
    story.write('home/config.toml', modelLines(story.server().baseUrl))
    const { page } = person
    await expect
      .poll(() =>
        page.evaluate(() =>
          (window as unknown as { orrery: { call: (name: string, request: object) => unknown } }).orrery.call(
            'model.list',
            {},
          ),
        ),
      )
      .toMatchObject({
        value: expect.arrayContaining([expect.objectContaining({ baseUrl: story.server().baseUrl })]),
      })
    const before = proxy().asked.length
    await asks(story, person, 'Straight.')
    expect(proxy().asked).toHaveLength(before)
  })
})

describe('a proxy the environment names', () => {
  const { story, proxy } = tellOffice()

  it('leads to the model, with its password', async () => {
    const desktop = await story.start({
      env: { http_proxy: `http://lin:0815@${proxy().host}`, no_proxy: null },
    })
    const person = personAt(desktop.page)
    await person.addProject(story.project)
    await asks(story, person, 'Let in.')
    const credentials = `Basic ${Buffer.from('lin:0815').toString('base64')}`
    expect(proxy().asked).toContainEqual({ url: CHAT, credentials })
  })
})

describe('an office with a certificate of its own, behind a proxy', () => {
  const SECURE = 'https://models.office.example/v1'
  const story = tellStory({ inOrder: true })
  const closers: (() => Promise<void>)[] = []
  let proxy: ProxyServer
  let authority = ''
  beforeAll(async () => {
    const office = officeCertificates(story.folder, 'models.office.example')
    authority = office.authority
    const { port } = story.server()
    const door = await createSecureDoor(port, office.server)
    proxy = await createProxyServer(port, door.port)
    closers.push(proxy.close, door.close)
    story.write('home/config.toml', modelLines(SECURE))
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })
  const begin = async (env: Record<string, string>) => {
    const desktop = await story.start({
      env: { https_proxy: `http://${proxy.host}`, no_proxy: null, ...env },
    })
    return { desktop, person: personAt(desktop.page) }
  }

  it('is not trusted without being named, which is said in words, and the proxy is told no word of it', async () => {
    const { desktop, person } = await begin({})
    await person.addProject(story.project)
    await person.say('Are you there?')
    const newest = person.conversation.getByRole('article').last()
    await expect
      .poll(() => newest.textContent())
      .toMatch(/certificate of models\.office\.example cannot be trusted .*make this machine trust/)
    await person.rests()
    expect(story.server().requests).toEqual([])
    await desktop.quit()
  })

  it.each(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'])('leads to the model once %s names it', async (name) => {
    const { desktop, person } = await begin({ [name]: authority })
    await asks(story, person, `Trusted by ${name}.`)
    expect(proxy.asked.map(({ url }) => url)).toContain('models.office.example:443')
    expect(proxy.asked.every(({ url }) => /^[\w.]+:443$/.test(url))).toBe(true)
    await desktop.quit()
  })
})
