import { readFile as readFromDisk } from 'node:fs/promises'
import * as tls from 'node:tls'

/** Loads the certificates trusted for connections; undefined for Node's own. */
export type TrustedRoots = () => Promise<tls.SecureContext | undefined>

type Env = Readonly<Record<string, string | undefined>>
type Store = 'default' | 'system'
/** Newer runtimes read the store of every system. */
type Certificates = (of: Store) => readonly string[]

type Deps = {
  readonly env: Env
  readonly platform: NodeJS.Platform
  readonly readFile?: (path: string) => Promise<string>
  readonly certificates?: Certificates | null
  readonly report: (path: string, error: unknown) => void
}

/** System files with all trusted certificates, including those of the person and their organisation. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/**
 * The certificates a connection may rest on: those that Node brings along, those that `NODE_EXTRA_CA_CERTS` names and
 * those the system trusts, as an office sets them up. They are read once, when the first connection needs them.
 */
export function createTrustedRoots(deps: Deps): TrustedRoots {
  let known: Promise<tls.SecureContext | undefined> | null = null
  return () => {
    known ??= contextOf(deps)
    return known
  }
}

async function contextOf(deps: Deps): Promise<tls.SecureContext | undefined> {
  const { certificates = (tls as { getCACertificates?: Certificates }).getCACertificates ?? null } = deps
  if (certificates !== null) {
    const own = certificates('system')
    return own.length === 0
      ? undefined
      : tls.createSecureContext({ ca: [...certificates('default'), ...own] })
  }
  const files = [deps.env['NODE_EXTRA_CA_CERTS'] ?? '', ...(await bundleOf(deps))].filter(
    (path) => path !== '',
  )
  const read = await Promise.all(files.map((path) => textAt(deps, path)))
  const texts = read.filter((text) => text.includes('-----BEGIN'))
  return texts.length === 0 ? undefined : tls.createSecureContext({ ca: [...tls.rootCertificates, ...texts] })
}

/** The one file of the system, which `SSL_CERT_FILE` may name. Older runtimes cannot ask other systems. */
async function bundleOf(deps: Deps): Promise<readonly string[]> {
  if (deps.platform === 'win32') return []
  const named = deps.env['SSL_CERT_FILE'] ?? ''
  if (named !== '') return [named]
  for (const path of BUNDLES) {
    if ((await textAt({ ...deps, report: () => {} }, path)) !== '') return [path]
  }
  return []
}

async function textAt({ readFile, report }: Deps, path: string): Promise<string> {
  try {
    return await (readFile ?? ((file) => readFromDisk(file, 'utf8')))(path)
  } catch (error) {
    report(path, error)
    return ''
  }
}
