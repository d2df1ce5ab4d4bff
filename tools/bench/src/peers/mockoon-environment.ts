import { randomUUID } from 'node:crypto'
import type { Answers } from '../servers/answers.ts'

/** An environment of Mockoon with the two routes that are measured. Its `--repair` fills in what is not given. */
export function mockoonEnvironment(port: number, { booking, page }: Answers): object {
  const routes = [
    route('api/v1/client/bookings/:id', JSON.stringify(booking)),
    route('api/v1/client/bookings', JSON.stringify(page)),
  ]
  return {
    uuid: randomUUID(),
    lastMigration: 33,
    name: 'bench',
    port,
    hostname: '127.0.0.1',
    endpointPrefix: '',
    latency: 0,
    folders: [],
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: false,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  }
}

function route(endpoint: string, body: string) {
  return {
    uuid: randomUUID(),
    type: 'http',
    documentation: '',
    method: 'get',
    endpoint,
    responses: [
      {
        uuid: randomUUID(),
        body,
        latency: 0,
        statusCode: 200,
        label: '',
        headers: [],
        bodyType: 'INLINE',
        filePath: '',
        databucketID: '',
        sendFileAsBody: false,
        rules: [],
        rulesOperator: 'OR',
        disableTemplating: true,
        fallbackTo404: false,
        default: true,
        crudKey: 'id',
        callbacks: [],
      },
    ],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  }
}
