/** Version of this package, stated in every report. A test holds it equal to package.json. */
export const TOOL_VERSION = '0.1.0';

/** The C2PA engine in use; a test holds it equal to what the engine says of itself. */
export const ENGINE_VERSION = { name: 'c2pa-rs', version: '0.91.3' };
