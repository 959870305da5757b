"""Runs dropwire on the workers of a Dask cluster: many targets in shards, or one target by many searches."""
