// The server's API. Failures are `ApiError`s with a title fit to be shown.

/// What the server, or the way to it, had against a request.
export class ApiError extends Error {
  /// `status` is HTTP's, 0 where the server could not be reached; the rest is as the answer has it.
  constructor(status, { title = '', detail = null, code, values, key } = {}) {
    super(title);
    Object.assign(this, { status, detail, code, values, key });
  }
}

/// What an answer that is not ok says.
export async function refusalOf(response) {
  if (response.status === 401) dispatchEvent(new CustomEvent('homenet:logged-out'));
  const problem = await response.json().catch(() => ({}));
  return new ApiError(response.status, { title: response.statusText, ...problem });
}

const BASE = 'api/v1/';

/// The answer to a request of the API.
export async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(BASE + path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0);
  }
  if (!response.ok) throw await refusalOf(response);
  return response.status === 204 ? null : response.json();
}

const device = (id) => `devices/${encodeURIComponent(id)}`;

/// One function for each request of the app.
export const api = {
  device: (id) => ask('GET', device(id)),
  change: (id, marks) => ask('PATCH', device(id), marks),
  forget: (id) => ask('DELETE', device(id)),
  rescan: (id) => ask('POST', `${device(id)}/rescan`),
  startScan: () => ask('POST', 'scan'),
  stopScan: () => ask('DELETE', 'scan'),
  pauseWatch: (paused) => ask('PATCH', 'scan', { paused }),
  tools: () => ask('GET', 'tools'),
  session: () => ask('GET', 'session'),
};
