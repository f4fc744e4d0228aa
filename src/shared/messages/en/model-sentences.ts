/** Messages about models that are unreachable, refuse or break off. */
export const MODEL_SENTENCES = {
  'llm.tooLong':
    'The conversation is longer than {model} at {host} can read. Compact it, or start a new chat.',
  'llm.keyRefused': '{host} did not accept the API key. Check the key in the vault, or store a new one.',
  'signIn.noBrowser': 'The browser could not be opened. Nothing was stored.',
  'signIn.refused': 'The sign-in was not allowed. Nothing was stored.',
  'signIn.canceled': 'The sign-in was canceled. Nothing was stored.',
  'signIn.noKey': '{host} gave no key (HTTP {status}). Nothing was stored. Try again.',
  'signIn.late': 'The sign-in was not finished in time. Nothing was stored.',
  'signIn.noTokens': '{host} gave no tokens (HTTP {status}). Nothing was changed. Try again.',
  'signIn.silent': '{host} did not answer in time. Try again.',
  'signIn.unproven': 'The identity that {host} sent could not be verified. Nothing was stored. Try again.',
  'signIn.noClient':
    '{host} did not name the registration that this sign-in belongs to. Nothing was stored. Try again.',
  'signIn.clientGone':
    '{host} does not know the registration of this app any more. Sign in again to register it.',
  'signIn.otherAccount':
    'This is another ChatGPT account than before. Nothing was stored. Sign in again to register the app for it.',
  'signIn.noPlan':
    'The use of your ChatGPT plan was not allowed, so nothing was stored. Sign in again and allow it, or use an API key.',
  'signIn.again':
    'The sign-in with ChatGPT has ended. Sign in again in the settings of models, or use an API key.',
  'signIn.planElsewhere': 'The sign-in with ChatGPT works with the address of OpenAI only.',
  'llm.planUsed':
    'Your ChatGPT plan, or the part of it that this app may use, is used up for now. See the usage in the settings of ChatGPT, or choose another model.',
  'llm.planNotAllowed':
    '{host} does not let this ChatGPT account use its plan for {model}. Choose another model, or use an API key.',
  'llm.keyMissing':
    "{host} wants an API key and none is set for this model. Add one in the model's settings.",
  'llm.keyNotAllowed':
    "{host} does not allow this key to use {model}. Check the key's permissions with the provider.",
  'llm.keyBroken': 'The API key for {host} contains characters a key cannot have. Store it again.',
  'llm.noCredit':
    'The account at {host} has no credit left for {model}. Top it up with the provider, or choose another model.',
  'llm.limited': 'Rate limit reached for {model} at {host}. Wait a moment, then try again.',
  'llm.overloaded': '{host} is overloaded or still loading {model} (HTTP {status}). Try again in a moment.',
  'llm.gaveUp': '{host} timed out waiting for the request. Try again.',
  'llm.notInTime': '{host} did not get an answer from {model} in time (HTTP 504). Try again.',
  'llm.failed':
    '{host} failed while answering with {model} (HTTP {status}). Try again. If it keeps failing, check the server.',
  'llm.brokeOff': '{host} ended the answer of {model} with an error. Try again.',
  'llm.refused': '{host} refused the request to {model} (HTTP {status}).',
  'llm.noTopP':
    '{host} does not let top P be set for {model}. Empty the field in the settings of the model, and try again.',
  'llm.noEffort':
    '{host} does not know the reasoning effort {effort} for {model}. Choose another effort in the chat or in the settings of the model, and try again.',
  'llm.noModel': '{host} does not have the model {model}. Check its name, or install it on the server.',
  'llm.noApi':
    'There is no chat API at this address of {host}. Check the base URL (most end in /v1) and the model name {model}.',
  'llm.redirected': '{host} sends requests on to {where}. If you trust it, set that address as the base URL.',
  'llm.redirectedSomewhere':
    '{host} sends requests on to another address. If you trust it, set that address as the base URL.',
  'llm.notJson':
    '{host} sent an invalid answer: a piece of the stream is not JSON. Try again. If it keeps failing, the address may belong to another kind of server.',
  'llm.unknown': 'The request to {model} at {host} failed for an unknown reason. The log has the details.',
  'llm.serverSays': 'The server says: “{words}”',
  'llm.silentHere': 'Nothing answers at {host}. Start the model server and try again.',
  'llm.silent': 'Nothing answers at {host}. Check the address and that the server is running.',
  'llm.noHost': 'There is no host named {host}. Check the address and your connection.',
  'llm.unreachable': '{host} cannot be reached. Check your network connection and try again.',
  'llm.noConnection': '{host} did not accept a connection in time. Check the address and your network.',
  'llm.stalled': '{host} stopped sending while answering with {model}. Try again.',
  'llm.certificate':
    'The certificate of {host} cannot be trusted ({code}). Check the address, or make this machine trust the certificate.',
  'llm.noHttps': '{host} does not speak HTTPS. Try the address with http:// instead.',
  'llm.noHttp': 'What answers at {host} does not speak HTTP. Check the address and the port.',
  'llm.proxyKind':
    'The proxy set in the environment for {host} is of a kind Orrery does not speak ({kind}). Set one that begins with http:// or https://, or name {host} in NO_PROXY.',
  'llm.proxyPassword':
    'The proxy {proxy} on the way to {host} wants a name and password. Put them into {variable} (http://name:password@host:port) and start Orrery again.',
  'llm.proxyRefused':
    'The proxy {proxy} did not let the request through to {host} (HTTP {status}). Ask who runs it, or name {host} in NO_PROXY.',
  'llm.proxySilent':
    'The proxy {proxy} on the way to {host} cannot be reached. Check {variable} and the proxy settings of the system.',
  'llm.lost': 'The connection to {host} was lost while {model} was answering. Try again.',
  'llm.webPage': '{host} sent a web page instead of an answer. Check the base URL: most end in /v1.',
  'llm.empty': '{host} sent an empty answer for {model}. Try again. If it keeps failing, check the server.',
  'llm.endedEarly': '{host} ended the answer of {model} before it was complete. Try again.',
  'llm.filtered': 'The content filter of {host} stopped the answer of {model}. Ask in other words.',
  'llm.answerTooLong':
    'Orrery ended the answer of {model} after {size}: the request had asked for at most {tokens} tokens. The text up to there is kept, unfinished calls are not.',
  'llm.tooManyCalls':
    'Orrery ended the answer of {model}: it made more than {count} calls at once. Its text is kept, none of the calls has run.',
  'llm.tooManyBlocks':
    'Orrery ended the answer of {model}: it changed between text and reasoning more than {count} times. What arrived before is kept.',
  'llm.floods':
    'Orrery ended the answer of {host} after {size} of data, far more than any answer takes. What arrived before is kept.',
  'llm.wentQuiet':
    '{host} stopped responding in the middle of an answer: nothing from {model} for {seconds} s. Try again.',
  'llm.notBegun':
    '{host} took the request but {model} did not begin to answer within {seconds} s. It may be loading or overloaded; try again.',
  'llm.noForm': '{model} did not give its answer in the form asked for. Try again, or choose another model.',
  'llm.noVectors':
    '{host} did not answer with vectors for {model}. It may be no embeddings model; choose another one.',
} as const
