import {
  discoverOAuthServerInfo,
  type FetchLike,
  type OAuthDiscoveryState,
  resourceUrlFromServerUrl,
  selectResourceURL,
} from '@modelcontextprotocol/client'

/** The authorization server of an MCP server, and the identifier of the server there. */
export type Discovery = {
  readonly issuer: string
  /** The resource identifier (RFC 8707); the address of the server where it names none. */
  readonly resource: string
  readonly state: OAuthDiscoveryState
}

/** Finds the authorization server of an MCP server. Null where the server offers no sign-in. */
export async function discover(
  server: URL,
  metadataUrl: string | null,
  fetchFn: FetchLike,
): Promise<Discovery | null> {
  const resourceMetadataUrl =
    metadataUrl !== null && URL.canParse(metadataUrl) ? new URL(metadataUrl) : undefined
  const found = await discoverOAuthServerInfo(server, {
    fetchFn,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  })
  const { authorizationServerUrl, authorizationServerMetadata, resourceMetadata } = found
  if (authorizationServerMetadata === undefined && resourceMetadata === undefined) return null
  // Throws where the server claims the identifier of another one.
  await selectResourceURL(server, NO_PROVIDER, resourceMetadata)
  return {
    issuer: authorizationServerMetadata?.issuer ?? String(authorizationServerUrl),
    resource: resourceMetadata?.resource ?? resourceUrlFromServerUrl(server).href,
    state: {
      ...found,
      ...(resourceMetadataUrl && { resourceMetadataUrl: resourceMetadataUrl.href }),
    },
  }
}

/** `selectResourceURL` reads only an optional member of it. */
const NO_PROVIDER = {} as Parameters<typeof selectResourceURL>[1]
