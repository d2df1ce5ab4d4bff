/** A page of the site and the file of the repository that it is made of. */
export interface Page {
  /** Path in the repository. */
  source: string
  /** Path on the site, without an ending: `guides/webhooks`. */
  path: string
  /** In the menu; the heading of the page if it is not given. */
  title?: string
}

/** The menu, in the order in which somebody learns it. What is not here is not on the site. */
export const sections: readonly { title: string; pages: readonly Page[] }[] = [
  {
    title: 'Learn',
    pages: [
      { source: 'docs/tutorial.md', path: 'tutorial', title: 'Tutorial' },
      { source: 'docs/concepts.md', path: 'concepts' },
      { source: 'examples/README.md', path: 'examples/index', title: 'Recipes and examples' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      { source: 'docs/guides/webhooks.md', path: 'guides/webhooks' },
      { source: 'docs/guides/payments.md', path: 'guides/payments' },
      { source: 'docs/guides/testing.md', path: 'guides/testing' },
      { source: 'docs/guides/postgresql.md', path: 'guides/postgresql' },
      { source: 'docs/guides/upgrading.md', path: 'guides/upgrading' },
    ],
  },
  {
    title: 'When something is wrong',
    pages: [
      { source: 'docs/troubleshooting.md', path: 'troubleshooting', title: 'By what you see' },
      { source: 'docs/errors.md', path: 'errors', title: 'By the code of an error' },
    ],
  },
  {
    title: 'Packages',
    pages: [
      { source: 'packages/client/README.md', path: 'packages/client' },
      { source: 'packages/signing/README.md', path: 'packages/signing' },
      { source: 'packages/models/README.md', path: 'packages/models' },
      { source: 'packages/testing/README.md', path: 'packages/testing' },
      { source: 'packages/control/README.md', path: 'packages/control' },
      { source: 'packages/conformance/README.md', path: 'packages/conformance' },
      { source: 'apps/sandbox/README.md', path: 'packages/sandbox' },
      { source: 'apps/receiver/README.md', path: 'packages/receiver' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { source: 'docs/api.md', path: 'api' },
      { source: 'docs/api-decisions.md', path: 'api-decisions', title: 'Decisions where it is silent' },
    ],
  },
  {
    title: 'In operation',
    pages: [
      { source: 'docs/operations.md', path: 'operations' },
      { source: 'docs/metrics.md', path: 'metrics' },
      { source: 'docs/scaling.md', path: 'scaling' },
      { source: 'docs/benchmarks.md', path: 'benchmarks' },
      { source: 'SECURITY.md', path: 'security' },
    ],
  },
  {
    title: 'Examples',
    pages: [
      { source: 'examples/payments-worker/README.md', path: 'examples/payments-worker' },
      { source: 'examples/booking-mirror/README.md', path: 'examples/booking-mirror' },
      { source: 'examples/door-lock/README.md', path: 'examples/door-lock' },
      { source: 'examples/webhooks/README.md', path: 'examples/webhooks' },
      { source: 'examples/pytest/README.md', path: 'examples/pytest' },
      { source: 'examples/go/README.md', path: 'examples/go' },
    ],
  },
  {
    title: 'The project',
    pages: [
      { source: 'docs/design.md', path: 'design' },
      { source: 'CONTRIBUTING.md', path: 'contributing' },
      { source: 'docs/releasing.md', path: 'releasing' },
    ],
  },
]

/** The packages whose types have pages of their own. */
export const typedPackages: readonly { name: string; folder: string }[] = [
  { name: '@svc/client', folder: 'packages/client' },
  { name: '@svc/signing', folder: 'packages/signing' },
  { name: '@svc/models', folder: 'packages/models' },
  { name: '@svc/testing', folder: 'packages/testing' },
  { name: '@svc/control', folder: 'packages/control' },
  { name: '@svc/conformance', folder: 'packages/conformance' },
  { name: '@svc/sandbox', folder: 'apps/sandbox' },
]
