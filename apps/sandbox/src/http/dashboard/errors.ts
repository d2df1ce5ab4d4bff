/** The dashboard cannot be served: its built files are not where the build puts them. */
export class DashboardFilesMissing extends Error {
  override readonly name = 'DashboardFilesMissing'
  readonly code = 'dashboard_files_missing'

  constructor(folder: string, options?: ErrorOptions) {
    super(
      `The files of the dashboard are missing: ${folder} has no index.html. ` +
        'Build it (in a clone: npm run dashboard), or start with --no-dashboard.',
      options,
    )
  }
}
