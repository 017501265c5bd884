"""Who does the work of the lab: this process, others of this machine, or a Dask cluster; the results are the same."""

from armarium.lab.cluster.asking import crew_asked, crew_options
from armarium.lab.cluster.crew import Crew, NoCluster, crew_of

__all__ = ["Crew", "NoCluster", "crew_asked", "crew_of", "crew_options"]
