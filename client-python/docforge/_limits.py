"""Limits of the contract. `npm run generate` writes this file."""

# The largest file of any plan.
LARGEST_FILE_BYTES = 26214400
# The largest file that a request to a function of every deployment accepts.
FUNCTION_UPLOAD_BYTES = 4500000
# The longest wait of one GET /job/{id}.
MAX_WAIT_SECONDS = 25
