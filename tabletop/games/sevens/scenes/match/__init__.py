"""What is round the phases: the scene, its plan, its bars and its clock."""
